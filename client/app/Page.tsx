import { replaceEqualDeep } from '@tanstack/react-query'
import { type ComponentType, memo } from 'react'
import { useLocation } from 'react-router-dom'
import type { OperationName } from '#contract/operations'
import { splitLocale } from '#contract/paths'
import { PageHead } from '../layout/PageHead'
import { HeadingOnlyContext, useHeadingFirst } from '../layout/PageRest'
import type { PageDefinition } from '../layout/page-definition'
import { StaleNotice } from '../layout/StaleNotice'
import { LoadFailure, NotFound } from '../pages/errors/ErrorPages'
import type { InBrowser } from './served-page'
import { usePage } from './use-page'

type PageProps<Name extends OperationName, View> = {
  definition: PageDefinition<Name, View>
  Component: ComponentType<View & object>
  /** Unset on the server. */
  browser: InBrowser | undefined
}

/**
 * Mounts a new page for each item, so that the page first renders only the item's heading. A list stays mounted when its category
 * changes, so that the focus and the words in the search field stay. A language switch keeps every page mounted.
 */
export function Page<Name extends OperationName, View extends object>(props: PageProps<Name, View>) {
  const [, path] = splitLocale(useLocation().pathname)
  return <MountedPage key={props.definition.startsWithHeading ? path : ''} {...props} />
}

/** Renders a page with its head, or an error page if there is nothing to show. */
function MountedPage<Name extends OperationName, View extends object>(props: PageProps<Name, View>) {
  const { definition, browser, Component } = props
  const isHeadingOnly = useHeadingFirst() && definition.startsWithHeading === true
  const { view, staleSince, retry } = usePage(definition, browser, isHeadingOnly)
  if (view === 'missing') return <NotFound />
  if (!view) return <LoadFailure retry={retry} />
  return (
    <HeadingOnlyContext value={isHeadingOnly}>
      <PageHead view={view} head={definition.head} />
      <PageContent Component={Component as ComponentType<object>} view={view} />
      {/* A static export has no newer content that could be missing. */}
      {staleSince !== undefined && import.meta.env.MODE !== 'static' && (
        <StaleNotice since={staleSince} retry={retry} />
      )}
    </HeadingOnlyContext>
  )
}

type PageContentProps = { Component: ComponentType<object>; view: object }

/** Renders again only if the view has changed. The view of the API's response often equals that of the home data. */
const PageContent = memo(
  ({ Component, view }: PageContentProps) => <Component {...view} />,
  (before, after) => replaceEqualDeep(before, after) === before,
)
