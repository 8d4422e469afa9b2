import { updateWelcomeMailEndpoint } from '@kontor/contract/identity/welcome-mails/welcome-mail.endpoints'
import { type WelcomeMail, welcomeMail } from '@kontor/contract/identity/welcome-mails/welcome-mail.entity'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../platform/api/reading.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useCommand } from '../../platform/api/use-command.ts'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { notify } from '../../platform/notify.ts'
import { notifyWithUndo } from '../../platform/undo-notice.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import styles from './default-flag.module.css'
import { InRow } from './in-row.tsx'

interface DefaultFlagProps {
  row: WelcomeMail
  flag: 'default' | 'psp_default'
}

/**
 * Says whether the mail invites such users. A tick saves at once and takes it from the mail that had it, which the notice gives back.
 * Taking the only tick away is asked, because Kontor's own text goes out then.
 */
export function DefaultFlag({ row, flag }: DefaultFlagProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const textOf = useRefusalText()
  const [isAsking, setAsking] = useState(false)
  const { refetch } = useList(welcomeMail, { [flag]: 'true' }, { enabled: false })
  const { submit } = useCommand(updateWelcomeMailEndpoint)
  const save = (id: string, is: boolean) =>
    submit({ id }, { [flag]: is }, { onRefused: (refusal) => notify({ color: 'red', message: textOf(refusal) }) })
  async function give() {
    const { data: holders } = await refetch()
    if ((await save(row.id, true)) === undefined) return
    const message = t(`welcome_mails.flag_given.${flag}`, { name: row.name })
    // Without an answer it is not known what it was before.
    if (!holders) return notify({ color: 'green', message })
    notifyWithUndo(message, () => void (holders[0] ? save(holders[0].id, true) : save(row.id, false)))
  }
  return (
    <InRow>
      <Checkbox
        size="md"
        classNames={{ body: styles.flag, labelWrapper: styles.named }}
        checked={row[flag]}
        // Seen where a narrow list has no heads of columns.
        label={t(`welcome_mails.flag.${flag}`)}
        aria-label={`${labels.field(welcomeMail, flag)}: ${row.name}`}
        onChange={() => (row[flag] ? setAsking(true) : void give())}
      />
      <ConfirmCommand
        endpoint={updateWelcomeMailEndpoint}
        params={{ id: row.id }}
        body={{ [flag]: false }}
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('welcome_mails.flag_take_title', { name: row.name })}
        text={t(`welcome_mails.flag_take_text.${flag}`)}
        verb={t('welcome_mails.flag_take')}
        done={t(`welcome_mails.flag_taken.${flag}`)}
      />
    </InRow>
  )
}
