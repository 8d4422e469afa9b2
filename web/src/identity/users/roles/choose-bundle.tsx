import type { BundleKind } from '@kontor/contract/identity/bundles/role-bundle.rules'
import type { Role } from '@kontor/contract/roles'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Bundle, useOwnBundles, useStandardBundles } from './use-bundles.ts'

interface ChooseBundleProps {
  /** Default: that a bundle fills in the roles of a user. */
  label?: string
  kind: BundleKind
  /** The merchant of the user; default: the one in view. */
  merchant?: string
  value: readonly Role[]
  onChange: (roles: Role[]) => void
  grantable: readonly Role[]
}

/** Fills in the roles of a bundle, which can be changed afterwards. One with a role that the viewer lacks cannot be chosen. */
export function ChooseBundle({ label, kind, merchant, value, onChange, grantable }: ChooseBundleProps) {
  const { t } = useTranslation()
  const standard = useStandardBundles(kind)
  const { data: own = [] } = useOwnBundles(kind, merchant)
  const bundles = [...own, ...standard]
  const chosen = bundles.find(({ roles }) => isSame(roles, value))
  const optionOf = ({ id, name, roles }: Bundle) => {
    const isLacked = roles.some((role) => !grantable.includes(role))
    return { value: id, label: isLacked ? t('bundles.lacked', { name }) : name, disabled: isLacked }
  }
  return (
    <NativeSelect
      label={label ?? t('bundles.choose')}
      description={chosen?.description ?? t('bundles.choose_help')}
      value={chosen?.id ?? ''}
      onChange={(event) => {
        const next = bundles.find(({ id }) => id === event.currentTarget.value)
        if (next) onChange([...next.roles])
      }}
      data={[
        { value: '', label: t('bundles.none') },
        ...(own.length > 0 ? [{ group: t('bundles.own'), items: own.map(optionOf) }] : []),
        { group: t('bundles.standard'), items: standard.map(optionOf) },
      ]}
    />
  )
}

const isSame = (some: readonly Role[], others: readonly Role[]): boolean =>
  some.length === others.length && some.every((role) => others.includes(role))
