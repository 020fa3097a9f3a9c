import type { ReactNode } from 'react'

/** Returns the text in the language in which an example is shown. */
export type Say = <Text>(english: Text, arabic: Text) => Text

/** A widget in one state, named after that state. The gallery, the unit tests and the accessibility check all render it. */
export type Example = { name: string; render: (say: Say) => ReactNode }

export type WidgetExamples = { widget: string; examples: Example[] }
