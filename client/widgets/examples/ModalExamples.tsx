import { type ReactNode, useState } from 'react'
import { Button } from '../Button'
import { Input } from '../Input'
import { Modal } from '../Modal'
import type { Say, WidgetExamples } from './example'

/** A button and the modal that it opens. */
function Opened({
  opener,
  title,
  say,
  children,
}: {
  opener: string
  title: string
  say: Say
  children: ReactNode | ((close: () => void) => ReactNode)
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {opener}
      </Button>
      <Modal title={title} closeLabel={say('Close', 'إغلاق')} isOpen={isOpen} onOpenChange={setOpen}>
        {children}
      </Modal>
    </>
  )
}

export const modalExamples: WidgetExamples = {
  widget: 'Modal',
  examples: [
    {
      name: 'a question',
      render: (say) => (
        <Opened
          say={say}
          opener={say('Cancel my place', 'إلغاء حجزي')}
          title={say('Cancel your place?', 'أتريد إلغاء حجزك؟')}
        >
          {(close) => (
            <>
              <p>{say('It will be offered to whoever waits.', 'سيُعرض مكانك على من ينتظر.')}</p>
              <div className="button-row">
                <Button onClick={close}>{say('Cancel it', 'إلغاء الحجز')}</Button>
                <Button look="quiet" onClick={close}>
                  {say('Keep it', 'الاحتفاظ به')}
                </Button>
              </div>
            </>
          )}
        </Opened>
      ),
    },
    {
      name: 'with a field',
      render: (say) => (
        <Opened say={say} opener={say('Ask a question', 'اطرح سؤالًا')} title={say('Your question', 'سؤالك')}>
          <Input label={say('Question', 'السؤال')} autoComplete="off" />
        </Opened>
      ),
    },
    {
      name: 'longer than the window',
      render: (say) => (
        <Opened
          say={say}
          opener={say('Read the rules', 'اقرأ القواعد')}
          title={say('Rules of the competition', 'قواعد المسابقة')}
        >
          {Array.from({ length: 16 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sixteen times the same paragraph, never reordered
            <p key={index}>
              {say(
                `${index + 1}. Each team brings its own machines and shows what it has built within the time given.`,
                `${index + 1}. يُحضر كل فريق أجهزته ويعرض ما بناه ضمن الوقت المحدّد له.`,
              )}
            </p>
          ))}
        </Opened>
      ),
    },
  ],
}
