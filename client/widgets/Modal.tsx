import type { ReactNode } from 'react'
import { Modal as AriaModal, Dialog, Heading, ModalOverlay, useLocale } from 'react-aria-components'
import { Icon } from '../components/Icon'
import { requireParts } from './require-parts'

type Props = {
  title: string
  /** Name of the close button. */
  closeLabel: string
  isOpen: boolean
  /** Called with `false` by the close button, by Escape and by a press outside of the dialog. */
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A modal dialog. It traps the focus, hides the rest of the page from screen readers and returns the focus when it closes (APG). It
 * is rendered at the end of `body`, with the language and direction of the nearest `I18nProvider`.
 */
export function Modal({ title, closeLabel, isOpen, onOpenChange, children }: Props) {
  requireParts('Modal', { title, closeLabel })
  const { locale, direction } = useLocale()
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      dir={direction}
      lang={new Intl.Locale(locale).baseName}
    >
      <AriaModal className="modal">
        <Dialog className="modal-dialog">
          {({ close }) => (
            <>
              <div className="modal-head">
                <Heading slot="title" level={2} className="modal-title">
                  {title}
                </Heading>
                <button type="button" className="modal-close" aria-label={closeLabel} onClick={close}>
                  <Icon name="close" />
                </button>
              </div>
              <div className="modal-body">{typeof children === 'function' ? children(close) : children}</div>
            </>
          )}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}
