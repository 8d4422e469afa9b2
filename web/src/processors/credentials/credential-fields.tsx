import type { BodyOf } from '@kontor/contract/endpoint'
import type { GatewayCredentialField } from '@kontor/contract/platform/gateway.schemas'
import { testProcessorCredentialEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { processor } from '@kontor/contract/processors/processor.entity'
import type { ProcessorMode } from '@kontor/contract/processors/processor.rules'
import type { TestedCredential } from '@kontor/contract/processors/processor.schemas'
import { Alert, Stack } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { useReasonText, useRefusalText } from '../../platform/api/refusal-text.ts'
import { useCommand } from '../../platform/api/use-command.ts'
import { useField } from '../../platform/form/fields.tsx'
import { type FormValues, useRecordForm } from '../../platform/form/record-form.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { intoView } from '../../ui/into-view.ts'
import { fieldOf, isNeeded, typedDetails } from './credential-values.ts'
import { SecretField } from './secret-field.tsx'
import { useCredentialWords } from './use-credential-words.ts'

interface CredentialFieldsProps {
  fields: readonly GatewayCredentialField[]
  mode: ProcessorMode
  tester: CredentialTester
  /** True: an empty field keeps the value of the credential in use. */
  keeps?: boolean
  /** True: an empty field is filled in later. */
  mayLack?: boolean
}

/** Asks a gateway about typed values. */
export interface CredentialTester {
  ask: (details: ReturnType<typeof typedDetails>) => Promise<TestedCredential | undefined>
  /** What is asked beside the values: an answer about something else says nothing of them. */
  about: object
  refusal: ApiRefusal | undefined
  isBusy: boolean
}

interface OfProcessorProps extends Omit<CredentialFieldsProps, 'mode' | 'tester'> {
  /** What is asked, beside the typed values: the gateway and its mode, or the processor whose other values stay. */
  asking: Omit<BodyOf<typeof testProcessorCredentialEndpoint>, 'details'>
}

/** The fields of the credential of a processor. */
export function ProcessorCredentialFields({ asking, ...fields }: OfProcessorProps) {
  const { submit, refusal, isBusy } = useCommand(testProcessorCredentialEndpoint)
  const ask: CredentialTester['ask'] = async (details) => {
    const reply = await submit({}, { ...asking, details })
    return reply && 'account' in reply ? reply : undefined
  }
  return <CredentialFields {...fields} mode={asking.mode} tester={{ ask, about: asking, refusal, isBusy }} />
}

/** The fields of a credential, and the button that asks the gateway about what is typed. */
export function CredentialFields({ fields, mode, tester, keeps = false, mayLack = false }: CredentialFieldsProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { form, errorOf } = useRecordForm()
  const textOf = useRefusalText()
  const reasonOf = useReasonText()
  const { problemOf } = useCredentialWords(fields)
  const { refusal, isBusy } = tester
  const details = typedDetails(fields, form.values)
  const asked = JSON.stringify([tester.about, details])
  const [said, setSaid] = useState<{ tested: TestedCredential | undefined; asked: string }>()
  // An answer about other values does not hold for these.
  const isPresent = said?.asked === asked && !isBusy
  const tested = isPresent ? said.tested : undefined
  const refused = isPresent && !said.tested ? refusal : undefined
  // It goes as soon as something is typed, in whichever field.
  const missing = keeps && details.length === 0 ? errorOf('details') : undefined

  async function ask() {
    setSaid({ tested: await tester.ask(details), asked })
  }

  return (
    <Stack gap="md" role="group" aria-label={labels.field(processor, 'credential')}>
      {fields.map((field) => {
        const reason = refused?.details?.[`body.details.${field.name}`]
        const problem =
          tested?.problem && tested.field === field.name
            ? t(`processors.problem.${tested.problem}`)
            : typeof reason === 'string'
              ? reasonOf(reason)
              : undefined
        return (
          <CredentialField
            key={field.name}
            field={field}
            isRequired={!keeps && !mayLack && isNeeded(field, mode)}
            keeps={keeps}
            problem={problem}
          />
        )
      })}
      {missing && (
        <Alert color="red" role="alert">
          {missing}
        </Alert>
      )}
      <div>
        <ActionButton
          icon={IconPlugConnected}
          label={t('processors.test')}
          isBusy={isBusy}
          reason={details.length === 0 ? t('processors.nothing_to_test') : undefined}
          onClick={() => void ask()}
        />
      </div>
      {tested?.account && (
        <Alert color="green" role="status" ref={intoView}>
          {t('processors.opens', { account: tested.account })}
        </Alert>
      )}
      {tested?.problem && (
        <Alert color="red" role="alert" ref={intoView}>
          {problemOf(tested.problem, tested.field)}
        </Alert>
      )}
      {refused && !isOfField(fields, refused.details) && (
        <Alert color="red" role="alert" ref={intoView}>
          {textOf(refused)}
        </Alert>
      )}
    </Stack>
  )
}

const isOfField = (fields: readonly GatewayCredentialField[], details: object | undefined): boolean =>
  fields.some(({ name }) => details !== undefined && `body.details.${name}` in details)

interface CredentialFieldProps {
  field: GatewayCredentialField
  isRequired: boolean
  keeps: boolean
  problem: string | undefined
}

function CredentialField({ field, isRequired, keeps, problem }: CredentialFieldProps) {
  const { t } = useTranslation()
  const { errorOf } = useRecordForm()
  const { whereOf } = useCredentialWords([field])
  const name = fieldOf(field)
  const { value, set, input } = useField({ name, label: field.label, isRequired, description: whereOf(field) })
  return (
    <SecretField
      input={input}
      isSecret={field.secret}
      error={problem ?? input.error ?? errorOf(`details.${field.name}`)}
      placeholder={keeps ? t('processors.unchanged') : ''}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
    />
  )
}

/**
 * The problems of what is typed that can be seen before anything is sent, by the form's fields. Without a mode an empty field
 * keeps its value.
 */
export function useCredentialProblems() {
  const reasonOf = useReasonText()
  return (
    fields: readonly GatewayCredentialField[],
    values: FormValues,
    mode?: unknown,
  ): Record<string, string | null> =>
    Object.fromEntries(
      fields.map((field) => {
        const typed = String(values[fieldOf(field)] ?? '').trim()
        if (typed === '')
          return [fieldOf(field), mode !== undefined && isNeeded(field, mode) ? reasonOf('required') : null]
        const fits = field.pattern === null || new RegExp(`^(?:${field.pattern})$`, 'u').test(typed)
        return [fieldOf(field), fits ? null : reasonOf('not_of_gateway')]
      }),
    )
}
