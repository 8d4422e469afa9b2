import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { createTerminalEndpoint, updateTerminalEndpoint } from '@kontor/contract/terminals/terminal.endpoints'
import { type Terminal, terminal } from '@kontor/contract/terminals/terminal.entity'
import { createTerminalSchemas, updateTerminalSchemas } from '@kontor/contract/terminals/terminal.schemas'
import { useTranslation } from 'react-i18next'
import { idOf } from '../platform/api/related.ts'
import { TextField } from '../platform/form/fields.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { presentRow } from '../platform/form/use-meanwhile.ts'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'
import { useMay } from '../platform/viewer.ts'
import type { TerminalRow } from './terminal-row.ts'

const empty = { name: '', terminal_id: '', model: '', serial_number: '', software_version: '', payment_profile: '' }

export function CreateTerminal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  return (
    <RecordForm
      endpoint={createTerminalEndpoint}
      body={createTerminalSchemas.body}
      title={t('terminals.create_title')}
      verb={t('terminals.create')}
      size="md"
      opened
      onClose={onClose}
      initial={empty}
      onDone={() => notify({ color: 'green', message: t('terminals.created') })}
      goOn={({ id }) => open(String(id))}
    >
      <TextField name="name" maxLength={100} autoFocus />
      <RelatedField name="payment_profile" target={paymentProfile} query={{ _sort: 'name' }} />
      <TextField name="terminal_id" maxLength={50} description={t('terminals.terminal_id_help')} />
      <TextField name="model" maxLength={100} />
      <TextField name="serial_number" maxLength={100} />
      <TextField name="software_version" maxLength={50} />
    </RecordForm>
  )
}

/** Changes the name and the shop of a terminal. */
export function EditTerminal({ row, onClose }: { row: TerminalRow; onClose: () => void }) {
  const { t } = useTranslation()
  const mayReadProfiles = useMay(paymentProfile.roles.list)
  return (
    <RecordForm
      endpoint={updateTerminalEndpoint}
      body={updateTerminalSchemas.body}
      params={{ id: row.id }}
      title={t('terminals.edit_title')}
      verb={t('action.save')}
      size="md"
      opened
      onClose={onClose}
      initial={valuesOf(row)}
      bodyOf={({ name, payment_profile }) => ({ name, payment_profile })}
      present={presentRow(terminal, row.id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('terminals.saved') })}
    >
      <TextField name="name" maxLength={100} autoFocus />
      {mayReadProfiles && (
        <RelatedField
          name="payment_profile"
          target={paymentProfile}
          query={{ merchant: row.merchant, _sort: 'name' }}
        />
      )}
    </RecordForm>
  )
}

const valuesOf = ({ name, payment_profile: profile }: TerminalRow | Terminal) => ({
  ...{ name, payment_profile: profile === null ? '' : idOf(profile) },
})
