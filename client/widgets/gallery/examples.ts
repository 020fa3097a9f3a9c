import { alertExamples } from '../examples/AlertExamples'
import { badgeExamples } from '../examples/BadgeExamples'
import { buttonExamples } from '../examples/ButtonExamples'
import type { WidgetExamples } from '../examples/example'
import { formExamples } from '../examples/FormExamples'
import { inputExamples } from '../examples/InputExamples'
import { modalExamples } from '../examples/ModalExamples'
import { paginationExamples } from '../examples/PaginationExamples'
import { progressExamples } from '../examples/ProgressExamples'
import { randomIdExamples } from '../examples/RandomIdExamples'
import { rangeSliderExamples } from '../examples/RangeSliderExamples'
import { tabsExamples } from '../examples/TabsExamples'

/** Every widget's examples, in the gallery's order. */
export const widgets: WidgetExamples[] = [
  buttonExamples,
  badgeExamples,
  alertExamples,
  inputExamples,
  progressExamples,
  rangeSliderExamples,
  paginationExamples,
  tabsExamples,
  modalExamples,
  formExamples,
  randomIdExamples,
]

/** An example's id in the gallery: `alert-success-with-a-title`. */
export const exampleId = (widget: string, name: string) => `${widget} ${name}`.toLowerCase().replaceAll(' ', '-')
