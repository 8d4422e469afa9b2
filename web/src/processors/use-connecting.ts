import type { GatewayCredentialField } from '@kontor/contract/platform/gateway.schemas'
import { useTranslation } from 'react-i18next'
import { useScope } from '../platform/api/scope.ts'
import type { FormState, FormValues } from '../platform/form/record-form.tsx'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'
import { isOfCredential } from './connection-fields.tsx'
import { useCredentialProblems } from './credentials/credential-fields.tsx'
import { namedDetails, typedDetails } from './credentials/credential-values.ts'

interface Connecting {
  /** The fields of the credentials of all gateways. */
  names: readonly string[]
  /** The fields of the credential that the values ask for. */
  fieldsOf: (values: FormValues) => readonly GatewayCredentialField[]
  /** The text where the gateway did not say whose account it is. */
  untested: (name: string) => string
}

/** True in the view of a merchant: values may be filled in later (001, section 5), so that empty ones are sent as such. */
export const useMayLack = (): boolean => useScope().merchant !== undefined

/** What the forms share that connect something to a gateway: the credential in the body, and what follows a success. */
export function useConnecting({ names, fieldsOf, untested }: Connecting) {
  const { t } = useTranslation()
  const mayLack = useMayLack()
  const { open } = useListAddress()
  const problemsOf = useCredentialProblems()
  return {
    bodyOf: (values: FormValues): FormValues => ({
      ...Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))),
      details: mayLack ? namedDetails(fieldsOf(values), values) : typedDetails(fieldsOf(values), values),
    }),
    problems: ({ values }: FormState) => problemsOf(fieldsOf(values), values, mayLack ? undefined : values['mode']),
    isSaid: isOfCredential,
    secrets: names,
    onDone: ({ name, account }: { name?: unknown; account?: unknown }) =>
      notify(
        account
          ? { color: 'green', message: t('processors.created', { name: String(name), account: String(account) }) }
          : { color: 'yellow', message: untested(String(name)), isLasting: true },
      ),
    goOn: ({ id }: { id?: unknown }) => open(String(id)),
  }
}
