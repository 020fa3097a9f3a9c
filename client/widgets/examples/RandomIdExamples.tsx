import { useState } from 'react'
import { Button } from '../Button'
import { randomId } from '../random-id'
import type { Say, WidgetExamples } from './example'

function NewId({ say }: { say: Say }) {
  const [id, setId] = useState<string>()
  return (
    <div className="button-row">
      <Button look="quiet" onClick={() => setId(randomId())}>
        {say('Make an id', 'إنشاء معرّف')}
      </Button>
      <output aria-label={say('The id', 'المعرّف')}>
        <code dir="ltr">{id}</code>
      </output>
    </div>
  )
}

export const randomIdExamples: WidgetExamples = {
  widget: 'Random id',
  examples: [{ name: 'seven letters', render: (say) => <NewId say={say} /> }],
}
