import {
  createWelcomeMailEndpoint,
  updateWelcomeMailEndpoint,
} from '@kontor/contract/identity/welcome-mails/welcome-mail.endpoints'
import { type WelcomeMail, welcomeMail } from '@kontor/contract/identity/welcome-mails/welcome-mail.entity'
import { welcomeTemplate } from '@kontor/contract/identity/welcome-mails/welcome-mail.rules'
import {
  createWelcomeMailSchemas,
  updateWelcomeMailSchemas,
} from '@kontor/contract/identity/welcome-mails/welcome-mail.schemas'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedValues } from '../../platform/form/changed-values.ts'
import { CheckField, TextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { useListAddress } from '../../platform/list/address/use-list-address.ts'
import { notify } from '../../platform/notify.ts'
import { ContentField } from './content-field.tsx'

export function CreateWelcomeMail({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  return (
    <RecordForm
      endpoint={createWelcomeMailEndpoint}
      body={createWelcomeMailSchemas.body}
      title={t('welcome_mails.create')}
      verb={t('welcome_mails.create')}
      size={size}
      opened
      onClose={onClose}
      initial={{
        ...{ name: '', default: false, psp_default: false },
        ...{ content: welcomeTemplate.nl, content_en: welcomeTemplate['en-US'] },
      }}
      onDone={() => notify({ color: 'green', message: t('welcome_mails.created') })}
      goOn={(row) => open(String(row['id']))}
    >
      <Fields />
    </RecordForm>
  )
}

export function EditWelcomeMail({ row, onClose }: { row: WelcomeMail; onClose: () => void }) {
  const { t } = useTranslation()
  // The row may be read again while the form is open.
  const [opened] = useState(() => valuesOf(row))
  return (
    <RecordForm
      endpoint={updateWelcomeMailEndpoint}
      body={updateWelcomeMailSchemas.body}
      params={{ id: row.id }}
      title={t('welcome_mails.edit_title', { name: row.name })}
      verb={t('action.save')}
      size={size}
      opened
      onClose={onClose}
      initial={opened}
      bodyOf={(values) => changedValues(opened, values)}
      present={presentRow(welcomeMail, row.id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('welcome_mails.saved') })}
    >
      <Fields />
    </RecordForm>
  )
}

const valuesOf = (row: WelcomeMail) => ({
  ...{ name: row.name, default: row.default, psp_default: row.psp_default },
  ...{ content: row.content, content_en: row.content_en ?? '' },
})

const size = 'min(70rem, 100%)'

function Fields() {
  const { t } = useTranslation()
  return (
    <>
      <TextField name="name" maxLength={100} autoFocus isRequired />
      <Stack gap="xs">
        <CheckField name="default" description={t('welcome_mails.flag_moves')} />
        <CheckField name="psp_default" description={t('welcome_mails.flag_moves')} />
      </Stack>
      <ContentField name="content" language="nl" title={t('welcome_mails.dutch')} isRequired />
      <ContentField
        name="content_en"
        language="en-US"
        title={t('welcome_mails.english')}
        none={t('welcome_mails.no_english')}
      />
    </>
  )
}
