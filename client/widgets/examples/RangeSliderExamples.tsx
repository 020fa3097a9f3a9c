import { RangeSlider } from '../RangeSlider'
import type { WidgetExamples } from './example'

export const rangeSliderExamples: WidgetExamples = {
  widget: 'RangeSlider',
  examples: [
    { name: 'at its start', render: (say) => <RangeSlider label={say('Volume', 'مستوى الصوت')} /> },
    {
      name: 'in steps of ten',
      render: (say) => <RangeSlider label={say('Text size', 'حجم النص')} initialValue={40} step={10} />,
    },
    {
      name: 'disabled',
      render: (say) => <RangeSlider label={say('Brightness', 'السطوع')} initialValue={70} isDisabled />,
    },
  ],
}
