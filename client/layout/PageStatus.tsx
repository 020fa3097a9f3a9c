/** The layout's one polite live region: says that a page is loading, then its title; and a bar for the eye. */
export function PageStatus({ isLoading, text }: { isLoading: boolean; text: string }) {
  return (
    <div className={isLoading ? 'page-status is-loading' : 'page-status'}>
      <div className="page-status-bar" />
      <p role="status" className="page-status-text">
        {text}
      </p>
    </div>
  )
}
