import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { requireParts } from './require-parts'

export type TabItem = { id: string; title: string; content: ReactNode; isDisabled?: boolean }

type Props = {
  /** Name of the row of tabs. */
  label: string
  tabs: TabItem[]
  initialTab?: string | undefined
}

/** Tabs that show one panel at a time (APG tabs). Arrow keys follow the direction of the nearest `I18nProvider`. */
export function Tabs({ label, tabs, initialTab = tabs[0]?.id }: Props) {
  requireParts('Tabs', { label, tabs: tabs.length || undefined })
  for (const [index, { title }] of tabs.entries()) requireParts('Tabs', { [`tabs[${index}].title`]: title })
  return (
    <AriaTabs className="tabs" {...(initialTab !== undefined && { defaultSelectedKey: initialTab })}>
      <TabList className="tab-list" aria-label={label}>
        {tabs.map(({ id, title, isDisabled = false }) => (
          <Tab className="tab" id={id} key={id} isDisabled={isDisabled}>
            {/* The tab would render a bare text among other nodes. */}
            <span>{title}</span>
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel className="tab-panel" id={id} key={id}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
