import {
  changePackageSchemesEndpoint,
  deletePackageEndpoint,
  updatePackageEndpoint,
} from '@kontor/contract/packages/package.endpoints'
import { IconPencil, IconReceipt } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { DeleteAction } from '../platform/panel/delete-action.tsx'
import type { PackageRow } from './package-row.ts'

const EditPackage = lazy(() => import('./package.form.tsx').then((module) => ({ default: module.EditPackage })))
const ChangePackageSchemes = lazy(() =>
  import('./package.form.tsx').then((module) => ({ default: module.ChangePackageSchemes })),
)

export function PackageActions({ row }: { row: PackageRow }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'edit' | 'schemes' | undefined>(
    useHasDraft(draftName(updatePackageEndpoint, row.id)) ? 'edit' : undefined,
  )
  const close = () => setOpen(undefined)
  return (
    <ActionBar>
      <IfMay do={updatePackageEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setOpen('edit')} />
      </IfMay>
      <IfMay do={changePackageSchemesEndpoint}>
        <ActionButton icon={IconReceipt} label={t('packages.change_schemes')} onClick={() => setOpen('schemes')} />
      </IfMay>
      <IfMay do={deletePackageEndpoint}>
        <DeleteAction
          endpoint={deletePackageEndpoint}
          row={row}
          text={t('packages.delete_text')}
          done={t('packages.deleted', { name: row.name })}
          reason={row.merchants > 0 ? t('errors.package_in_use') : undefined}
        />
      </IfMay>
      <Suspense fallback={null}>
        {open === 'edit' && <EditPackage row={row} onClose={close} />}
        {open === 'schemes' && <ChangePackageSchemes row={row} onClose={close} />}
      </Suspense>
    </ActionBar>
  )
}
