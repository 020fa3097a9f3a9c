import type { ReactNode } from 'react'
import { Modal as AriaModal, Dialog, Heading, ModalOverlay, useLocale } from 'react-aria-components'
import { Icon } from '../components/Icon'
import { requireParts } from './require-parts'

type Props = {
  title: string
  /** Name of the button with the cross. */
  closeLabel: string
  isOpen: boolean
  /** Called with `false` by the cross, by Escape and by a press beside the dialog. */
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A dialog over the page: keeps the focus, hides the rest from screen readers, gives the focus back when it closes (APG). It
 * stands at the end of `body`, so it carries language and direction of the nearest `I18nProvider` with it.
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
