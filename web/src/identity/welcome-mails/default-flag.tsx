import { updateWelcomeMailEndpoint } from '@kontor/contract/identity/welcome-mails/welcome-mail.endpoints'
import { type WelcomeMail, welcomeMail } from '@kontor/contract/identity/welcome-mails/welcome-mail.entity'
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useCommand } from '../../platform/api/use-command.ts'
import { notify } from '../../platform/notify.ts'
import { useLabels } from '../../platform/value/labels.ts'
import styles from './default-flag.module.css'
import { InRow } from './in-row.tsx'

interface DefaultFlagProps {
  row: WelcomeMail
  flag: 'default' | 'psp_default'
}

/** Says whether the mail invites such users. Ticking saves at once, and the list shows from which mail the tick moved. */
export function DefaultFlag({ row, flag }: DefaultFlagProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const textOf = useRefusalText()
  const { submit } = useCommand(updateWelcomeMailEndpoint)
  const flip = () =>
    submit(
      { id: row.id },
      { [flag]: !row[flag] },
      { onRefused: (refusal) => notify({ color: 'red', message: textOf(refusal) }) },
    )
  return (
    <InRow>
      <Checkbox
        size="md"
        classNames={{ body: styles.flag, labelWrapper: styles.named }}
        checked={row[flag]}
        // Seen where a narrow list has no heads of columns.
        label={t(`welcome_mails.flag.${flag}`)}
        aria-label={`${labels.field(welcomeMail, flag)}: ${row.name}`}
        onChange={() => void flip()}
      />
    </InRow>
  )
}
