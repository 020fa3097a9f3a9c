/**
 * The kind of a message; its colours are in tones.css. The text must say it too, because not everyone sees colours (WCAG 1.4.1).
 */
export type Tone = 'note' | 'success' | 'warning' | 'danger'
