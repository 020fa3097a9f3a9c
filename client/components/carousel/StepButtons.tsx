import { useTranslation } from '../../language/translation'

type Props = {
  onPrevious: () => void
  onNext: () => void
  /** Id of what they move. */
  controls: string
  isAtStart?: boolean
  isAtEnd?: boolean
}

/**
 * Previous and next. At an end the button says so by `aria-disabled` but can keep the focus: with `disabled` a keyboard's
 * user would be thrown out of the carousel by reaching its last slide.
 */
export function StepButtons({ onPrevious, onNext, controls, isAtStart = false, isAtEnd = false }: Props) {
  const { t } = useTranslation()
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
