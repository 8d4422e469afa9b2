import { terminal } from '@kontor/contract/terminals/terminal.entity'
import { useTranslation } from 'react-i18next'
import { TransactionLink } from '../payments/payment-links.tsx'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import styles from './terminal-details.module.css'
import type { TerminalRow } from './terminal-row.ts'

export function TerminalDetails({ row }: { row: TerminalRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const label = (name: keyof TerminalRow) => labels.field(terminal, name)
  return (
    <>
      {row.connection !== 'SEEN' && <p className={styles.note}>{t(`terminals.note.${row.connection}`)}</p>}
      <FieldList
        fields={[
          [label('terminal_id'), row.terminal_id],
          [label('model'), row.model],
          [label('serial_number'), row.serial_number],
          [label('software_version'), row.software_version],
          [label('payment_profile'), row.payment_profile && <RelatedName key="profile" of={row.payment_profile} />],
          [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
          [label('last_seen_at'), row.last_seen_at && <Instant key="seen" value={row.last_seen_at} />],
          [
            label('last_transaction'),
            row.last_transaction && (
              <TransactionLink key="last" id={row.last_transaction}>
                <Instant value={row.last_transaction_at} />
              </TransactionLink>
            ),
          ],
          [label('created_at'), <Instant key="at" value={row.created_at} />],
          [label('id'), <ShortId key="id" value={row.id} />],
        ]}
      />
    </>
  )
}
