import { useSite } from '../site-context'

type StepButtonsProps = {
  onPrevious: () => void
  onNext: () => void
  /** Id of the row that the buttons move. */
  controls: string
  isAtStart?: boolean
  isAtEnd?: boolean
}

/**
 * The buttons Previous and Next. At an end of the row, the button that leads nowhere has `aria-disabled` instead of `disabled`,
 * because a `disabled` button would lose the keyboard focus.
 */
export function StepButtons({ onPrevious, onNext, controls, isAtStart = false, isAtEnd = false }: StepButtonsProps) {
  const { t } = useSite()
  const step = (role: 'previous' | 'next', isDisabled: boolean, onClick: () => void) => (
    <button
      type="button"
      className="carousel-button"
      aria-label={t(`carousel.${role}`)}
      aria-controls={controls}
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onClick}
    >
      <svg className="carousel-arrow" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={role === 'next' ? 'M9.5 5.5 16 12l-6.5 6.5' : 'M14.5 5.5 8 12l6.5 6.5'} />
      </svg>
    </button>
  )
  return (
    <div className="step-buttons">
      {step('previous', isAtStart, onPrevious)}
      {step('next', isAtEnd, onNext)}
    </div>
  )
}

/** Pauses and resumes automatic movement. Its name says what a press does, without `aria-pressed` (APG). */
export function PauseButton({ isPaused, onToggle }: { isPaused: boolean; onToggle: () => void }) {
  const { t } = useSite()
  return (
    <button
      type="button"
      className="carousel-button pause-button"
      aria-label={t(isPaused ? 'carousel.play' : 'carousel.pause')}
      onClick={onToggle}
    >
      {/* Media icons are not mirrored in right-to-left pages. */}
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={isPaused ? 'M8 5.5v13L18.5 12z' : 'M7 6h3.5v12H7zM13.5 6H17v12h-3.5z'} />
      </svg>
    </button>
  )
}
