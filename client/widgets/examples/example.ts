import type { ReactNode } from 'react'

/** Picks the text of the direction that an example is shown in. */
export type Say = <Text>(english: Text, arabic: Text) => Text

/** A widget in one state, named after that state. The gallery, the unit tests and the accessibility check all render it. */
export type Example = { name: string; render: (say: Say) => ReactNode }

export type WidgetExamples = { widget: string; examples: Example[] }
