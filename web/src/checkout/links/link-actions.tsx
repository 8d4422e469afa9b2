import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import type {
  cancelCardAddLinkEndpoint,
  expireCardAddLinkEndpoint,
  expirePaymentLinkEndpoint,
} from '@kontor/contract/checkout/link.endpoints'
import { mailCardAddLinkEndpoint, mailPaymentLinkEndpoint } from '@kontor/contract/checkout/link.endpoints'
import { linkCan } from '@kontor/contract/checkout/link.rules'
import { mailCardAddLinkSchemas, mailPaymentLinkSchemas } from '@kontor/contract/checkout/link.schemas'
import type { revokeCardEndpoint } from '@kontor/contract/customers/card.endpoints'
import { Text } from '@mantine/core'
import { type Icon, IconCopy, IconMail, IconQrcode } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../platform/form/fields.tsx'
import { RecordForm, type RecordProps } from '../../platform/form/record-form.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { notify } from '../../platform/notify.ts'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { type AnyLink, type LinkEntity, useCopyLink } from './link-kind.ts'
import { LinkQr } from './link-qr.tsx'

/** Copy, QR code and mail while the link can be used; then the actions of its kind. */
export function LinkActions(props: { entity: LinkEntity; link: AnyLink; children: ReactNode }) {
  const { entity, link } = props
  const mail = entity === cardAddLink ? mailCardAddLinkEndpoint : mailPaymentLinkEndpoint
  const { t } = useTranslation()
  const copy = useCopyLink(entity)
  const [isShowing, setShowing] = useState(false)
  const [isMailing, setMailing] = useState(useHasDraft(draftName(mail, link.id)))
  const reason = link.active ? undefined : t('links.not_active')
  return (
    <ActionBar>
      <ActionButton
        icon={IconCopy}
        label={t('links.copy')}
        isPrimary
        reason={reason}
        onClick={() => void copy(link.id)}
      />
      <ActionButton icon={IconQrcode} label={t('links.qr')} reason={reason} onClick={() => setShowing(true)} />
      <IfMay do={mail}>
        <ActionButton icon={IconMail} label={t('links.mail')} reason={reason} onClick={() => setMailing(true)} />
      </IfMay>
      {props.children}
      <Dialog
        opened={isShowing}
        onClose={() => setShowing(false)}
        title={t('links.qr_title', { reference: link.merchant_reference })}
      >
        <LinkQr entity={entity} link={link} />
      </Dialog>
      <RecordForm
        endpoint={mail}
        body={(entity === cardAddLink ? mailCardAddLinkSchemas : mailPaymentLinkSchemas).body}
        params={{ id: link.id }}
        title={t('links.mail_title', { reference: link.merchant_reference })}
        verb={t('links.mail_verb')}
        size="md"
        opened={isMailing}
        onClose={() => setMailing(false)}
        initial={{ email_address: link.email_address ?? '' }}
        onDone={() => notify({ color: 'green', message: t('links.mailed') })}
      >
        <Text size="sm">{t('links.mail_text')}</Text>
        <TextField
          name="email_address"
          type="email"
          maxLength={254}
          autoFocus
          // Whoever may not read customers sees no address of theirs, and the mail goes there all the same.
          {...(link.customer && !link.email_address && { description: t('links.form.email_text') })}
        />
      </RecordForm>
    </ActionBar>
  )
}

/** Commands that end a link, or the card that was stored through it. */
type Ending =
  | typeof expirePaymentLinkEndpoint
  | typeof expireCardAddLinkEndpoint
  | typeof cancelCardAddLinkEndpoint
  | typeof revokeCardEndpoint

interface ConfirmProps extends Pick<RecordProps<Ending>, 'endpoint' | 'body'> {
  link: AnyLink
  /** The id for the command; default: the link's. */
  id?: string
  icon: Icon
  /** The keys of its texts: `links.{name}`, `_title`, `_text`, `_verb` and `_done`. */
  name: 'expire' | 'cancel' | 'revoke'
  /** The reason why it is not possible now. */
  reason?: string | undefined
}

/** A button that asks for confirmation before an action that cannot be undone. */
export function ConfirmAction({ endpoint, body, link, id = link.id, icon, name, reason }: ConfirmProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const reference = link.merchant_reference
  return (
    <IfMay do={endpoint}>
      <ActionButton icon={icon} label={t(`links.${name}`)} reason={reason} onClick={() => setOpened(true)} />
      <RecordForm
        endpoint={endpoint}
        body={body}
        params={{ id }}
        title={t(`links.${name}_title`, { reference })}
        verb={t(`links.${name}_verb`)}
        size="md"
        isDangerous
        opened={opened}
        onClose={() => setOpened(false)}
        initial={{}}
        onDone={() => notify({ color: 'blue', message: t(`links.${name}_done`, { reference }) })}
      >
        <Text size="sm">{t(`links.${name}_text`)}</Text>
      </RecordForm>
    </IfMay>
  )
}

export const useWhyNotEnd = () => {
  const { t } = useTranslation()
  return (link: AnyLink & { status: Parameters<typeof linkCan.end>[0]['status'] }) =>
    link.active && linkCan.end(link) ? undefined : t('links.not_active')
}
