/**
 * The kind of a message; tones.css has its colours. The text must show the kind, too, because not everyone sees colours (WCAG 1.4.1).
 */
export type Tone = 'note' | 'success' | 'warning' | 'danger'
