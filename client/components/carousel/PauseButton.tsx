import { useTranslation } from '../../language/translation'

type Props = { isPaused: boolean; onToggle: () => void }

/** The button that stops what moves by itself; its name says what it will do (APG: no `aria-pressed`, P18). */
export function PauseButton({ isPaused, onToggle }: Props) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="carousel-button pause-button"
      aria-label={t(isPaused ? 'carousel.play' : 'carousel.pause')}
      onClick={onToggle}
    >
      {/* Media signs point the same way in both directions (P4). */}
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={isPaused ? 'M8 5.5v13L18.5 12z' : 'M7 6h3.5v12H7zM13.5 6H17v12h-3.5z'} />
      </svg>
    </button>
  )
}
