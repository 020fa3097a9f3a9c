import { type ReactNode, useEffect, useRef } from 'react'

type FoldProps = { className?: string; summary: ReactNode; children: ReactNode }

/** Content that narrow windows fold behind one line. CSS opens it in wide windows (`fold.css`). */
export function Fold({ className, summary, children }: FoldProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  // Browsers before Chrome 131, Safari 18.4 and Firefox 143 need script to open it. What a visitor has opened before stays open.
  useEffect(() => {
    if (fold.current && !CSS.supports('selector(::details-content)') && matchMedia('(min-width: 48rem)').matches)
      fold.current.open = true
  }, [])
  return (
    <details className={className ? `fold ${className}` : 'fold'} ref={fold}>
      <summary>{summary}</summary>
      <div>{children}</div>
    </details>
  )
}
