import { Tabs } from '../Tabs'
import type { Say, WidgetExamples } from './example'

const courseTabs = (say: Say) => [
  {
    id: 'content',
    title: say('Content', 'المحتوى'),
    content: say('Vectors, trees, networks: twelve evenings.', 'متّجهات وأشجار وشبكات، في اثنتي عشرة أمسية.'),
  },
  {
    id: 'teachers',
    title: say('Teachers', 'المدرّسون'),
    content: say('Two engineers who build with it.', 'مهندسان يبنيان بها كل يوم.'),
  },
  {
    id: 'place',
    title: say('Place', 'المكان'),
    content: say('In Latakia, near the port.', 'في اللاذقية، قرب المرفأ.'),
  },
]

export const tabsExamples: WidgetExamples = {
  widget: 'Tabs',
  examples: [
    {
      name: 'first chosen',
      render: (say) => <Tabs label={say('About the course', 'عن الدورة')} tabs={courseTabs(say)} />,
    },
    {
      name: 'second chosen at first',
      render: (say) => <Tabs label={say('The course', 'الدورة')} tabs={courseTabs(say)} initialTab="teachers" />,
    },
    {
      name: 'one disabled',
      render: (say) => (
        <Tabs
          label={say('The workshop', 'الورشة')}
          tabs={courseTabs(say).map((tab) => ({ ...tab, isDisabled: tab.id === 'teachers' }))}
        />
      ),
    },
    {
      name: 'more than fit in a row',
      render: (say) => (
        <Tabs
          label={say('Months', 'الأشهر')}
          tabs={Array.from({ length: 8 }, (_, index) => ({
            id: `month-${index + 1}`,
            title: say(`Month ${index + 1} of the plan`, `الشهر ${index + 1} من الخطة`),
            content: say(`What month ${index + 1} brings.`, `ما يحمله الشهر ${index + 1}.`),
          }))}
        />
      ),
    },
  ],
}
