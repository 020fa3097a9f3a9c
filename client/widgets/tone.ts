/** The tone of a message; the colours are in tones.css. The words must say it too: colour alone is not seen by all (WCAG 1.4.1). */
export type Tone = 'note' | 'success' | 'warning' | 'danger'
