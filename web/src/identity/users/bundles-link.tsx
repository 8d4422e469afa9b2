import { type BundleKind, bundleRoles } from '@kontor/contract/identity/bundles/role-bundle.rules'
import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../platform/viewer.ts'

/** The way from the list of users to the bundles of roles. */
export function BundlesLink({ kind }: { kind: BundleKind }) {
  const { t } = useTranslation()
  if (!useMay(bundleRoles[kind].list)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconUsersGroup size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link to={kind === 'provider' ? '/psp/users/bundles' : '/users/bundles'} {...props} />}
    >
      {t('nav.role_bundles.label')}
    </Button>
  )
}
