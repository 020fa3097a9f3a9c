import { alertExamples } from '../ui/AlertExamples'
import { badgeExamples } from '../ui/BadgeExamples'
import { buttonExamples } from '../ui/ButtonExamples'
import type { WidgetExamples } from '../ui/example'
import { formExamples } from '../ui/FormExamples'
import { inputExamples } from '../ui/InputExamples'
import { modalExamples } from '../ui/ModalExamples'
import { paginationExamples } from '../ui/PaginationExamples'
import { progressExamples } from '../ui/ProgressExamples'
import { randomIdExamples } from '../ui/RandomIdExamples'
import { rangeSliderExamples } from '../ui/RangeSliderExamples'
import { tabsExamples } from '../ui/TabsExamples'

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
