import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../components/Icon'
import { LocalText } from '../../components/LocalText'
import type { LocalText as Text } from '../../language/localize'
import { useTranslation } from '../../language/translation'

type FactsProps = {
  date: { text: string; dateTime: string } | undefined
  /** Length in hours. */
  hours: number | undefined
  author: Text | undefined
}

/** The short facts of an item, each only when it is known. */
export function Facts({ date, hours, author }: FactsProps) {
  const { t } = useTranslation()
  if (!date && hours === undefined && !author) return null
  return (
    <dl className="facts">
      {date && (
        <Fact icon="calendar" name={t('detail.date')}>
          <time dateTime={date.dateTime}>
            <bdi dir="ltr">{date.text}</bdi>
          </time>
        </Fact>
      )}
      {hours !== undefined && (
        <Fact icon="clock" name={t('detail.hourCount')}>
          {t('detail.hours', { count: hours })}
        </Fact>
      )}
      {author && (
        <Fact icon="person" name={t('detail.author')}>
          <LocalText value={author} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>
        <Icon name={icon} />
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
