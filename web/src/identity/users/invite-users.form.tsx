import type { ReplyOf } from '@kontor/contract/endpoint'
import { mfaRequirements } from '@kontor/contract/identity/mfa.rules'
import { languages } from '@kontor/contract/identity/session'
import { inviteUsersEndpoint } from '@kontor/contract/identity/users/user.endpoints'
import { inviteUsersSchemas } from '@kontor/contract/identity/users/user.schemas'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../platform/api/scope.ts'
import { ChoiceField, LongTextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { RelatedField } from '../../platform/form/related/related-field.tsx'
import { notify } from '../../platform/notify.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { useLanguage } from '../../platform/value/language.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { peopleTyped, wrongAddressIn } from './people-typed.ts'
import { DraftAccess } from './roles/draft-access.tsx'
import { RolesField } from './roles/roles-field.tsx'

type Results = ReplyOf<typeof inviteUsersEndpoint>['results']

interface InviteUsersProps {
  of: 'merchant' | 'provider'
  opened: boolean
  onClose: () => void
}

/** Invites one person or several. Where an address has an account already, it says so of each. */
export function InviteUsers({ of, opened, onClose }: InviteUsersProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const labels = useLabels()
  const { merchant, organisation: own } = useViewer()
  const scope = useScope()
  const [results, setResults] = useState<Results>()
  const isOfMerchant = of === 'merchant'
  const problemOf = (address: string | undefined) => address && t('users.people_wrong', { address })
  const done = (reply: { results: Results }) => {
    if (reply.results.some(({ result }) => result !== 'INVITED')) return setResults(reply.results)
    notify({ color: 'green', message: t('users.invited', { count: reply.results.length }) })
  }
  return (
    <>
      <RecordForm
        endpoint={inviteUsersEndpoint}
        body={inviteUsersSchemas.body}
        title={t('users.invite_title')}
        verb={t('users.invite_verb')}
        opened={opened}
        onClose={onClose}
        initial={{
          people: '',
          organisation: isOfMerchant ? (scope.organisation ?? scope.merchant ?? own ?? merchant ?? '') : '',
          roles: [],
          language,
          mfa_required: 'none',
        }}
        bodyOf={({ people, ...values }) => ({ ...values, people: peopleTyped(String(people)) })}
        problems={({ values }) => ({
          people: problemOf(wrongAddressIn(String(values['people']))),
          organisation: isOfMerchant && !values['organisation'] ? t('form_validation.required') : null,
        })}
        onDone={done}
      >
        <LongTextField
          name="people"
          label={t('users.people')}
          description={t('users.people_help')}
          rows={3}
          maxLength={10_000}
          autoFocus
        />
        {isOfMerchant && (
          <RelatedField
            name="organisation"
            target={organisation}
            description={t('users.organisation_help')}
            isRequired
          />
        )}
        <RolesField of={of} label={t('users.roles')} bundles={{}} />
        <DraftAccess of={of} />
        <ChoiceField
          name="mfa_required"
          label={labels.field({ name: 'user' }, 'mfa_required')}
          description={t('users.mfa_required_help')}
          choices={mfaRequirements}
        />
        <ChoiceField name="language" choices={languages} description={t('users.language_help')} />
      </RecordForm>
      <Outcome results={results} onClose={() => setResults(undefined)} />
    </>
  )
}

/** What became of each address, when not everybody could be invited. */
function Outcome({ results, onClose }: { results: Results | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened={results !== undefined} onClose={onClose} title={t('users.outcome_title')}>
      <Stack gap="md">
        <Text size="sm">{t('users.outcome_text')}</Text>
        <SmallTable label={t('users.outcome_title')}>
          <thead>
            <tr>
              <WordsHead>{t('users.address')}</WordsHead>
              <WordsHead>{t('users.outcome_head')}</WordsHead>
            </tr>
          </thead>
          <tbody>
            {results?.map(({ email, result }) => (
              <tr key={email}>
                <WordsCell>{email}</WordsCell>
                <WordsCell>{t(`users.outcome.${result}`)}</WordsCell>
              </tr>
            ))}
          </tbody>
        </SmallTable>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('action.close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
