import { listRoleBundlesEndpoint } from '@kontor/contract/identity/bundles/role-bundle.endpoints'
import type { BundleKind } from '@kontor/contract/identity/bundles/role-bundle.rules'
import { standardBundles } from '@kontor/contract/identity/bundles/standard-bundles'
import { type Role, roleNamed } from '@kontor/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { type ApiRefusal, call } from '../../../platform/api/api-client.ts'
import { keyOf } from '../../../platform/api/reading.ts'
import { useScope } from '../../../platform/api/scope.ts'
import { useLanguage } from '../../../platform/value/language.ts'
import { useMay, useViewer } from '../../../platform/viewer.ts'

export interface Bundle {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly roles: readonly Role[]
}

/** The bundles that come with Kontor, in the viewer's language. */
export function useStandardBundles(kind: BundleKind): Bundle[] {
  const language = useLanguage()
  return standardBundles[kind].map(({ name, description, ...bundle }) => ({
    ...bundle,
    name: name[language],
    description: description[language],
  }))
}

/** The bundles that people made, of the provider or of a merchant: by default the one in view. */
export function useOwnBundles(kind: BundleKind, merchant?: string) {
  const { psp } = useViewer()
  const view = useScope()
  const mayList = useMay(listRoleBundlesEndpoint)
  const own = merchant ?? view.merchant
  const scope = kind === 'provider' || own === undefined ? {} : { merchant: own }
  return useQuery<Bundle[], ApiRefusal>({
    queryKey: keyOf('role_bundle', scope, kind),
    queryFn: async ({ signal }) =>
      (await call(listRoleBundlesEndpoint, { scope, signal })).map(({ roles, ...bundle }) => ({
        ...bundle,
        roles: roles.map(roleNamed).filter((role) => role !== undefined),
      })),
    // Without a merchant the provider's staff would be shown their own.
    enabled: mayList && (kind === 'provider' || !psp || own !== undefined),
  })
}
