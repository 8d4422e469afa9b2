import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import {
  assignSchemeEndpoint,
  createSchemeVersionEndpoint,
  deleteSchemeEndpoint,
  setDefaultSchemeEndpoint,
  unassignSchemeEndpoint,
  updateSchemeEndpoint,
} from '@kontor/contract/pricing/scheme.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { IconPencil, IconPlus, IconUserMinus, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { useCommand } from '../platform/api/use-command.ts'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { notify } from '../platform/notify.ts'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { DeleteAction } from '../platform/panel/delete-action.tsx'

interface Of {
  type: SchemeType
  row: Scheme
}

const EditScheme = lazy(() => import('./scheme.form.tsx').then((module) => ({ default: module.EditScheme })))
const AssignScheme = lazy(() => import('./assign.form.tsx').then((module) => ({ default: module.AssignScheme })))
const UnassignScheme = lazy(() => import('./assign.form.tsx').then((module) => ({ default: module.UnassignScheme })))
const SetDefault = lazy(() => import('./assign.form.tsx').then((module) => ({ default: module.SetDefault })))

/** What can be done with a scheme; its versions have actions of their own. */
export function SchemeActions({ type, row }: Of) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'edit' | 'assign' | 'unassign' | 'default' | undefined>(
    useHasDraft(draftName(updateSchemeEndpoint[type], row.id)) ? 'edit' : undefined,
  )
  const close = () => setOpen(undefined)
  const wasActive = row.version !== null || row.valid_until !== null
  const cannotAssign = !row.active
    ? t('errors.scheme_inactive')
    : wasActive
      ? undefined
      : t('pricing.needs_active_version')
  return (
    <ActionBar>
      <NewVersion type={type} row={row} />
      <IfMay do={updateSchemeEndpoint[type]}>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setOpen('edit')} />
      </IfMay>
      <IfMay do={assignSchemeEndpoint[type]}>
        <ActionButton
          icon={IconUserPlus}
          label={t('pricing.assign')}
          reason={cannotAssign}
          onClick={() => setOpen('assign')}
        />
      </IfMay>
      {wasActive && (
        <IfMay do={unassignSchemeEndpoint[type]}>
          <ActionButton icon={IconUserMinus} label={t('pricing.unassign')} onClick={() => setOpen('unassign')} />
        </IfMay>
      )}
      <IfMay do={setDefaultSchemeEndpoint[type]}>
        <ActionButton
          icon={IconUsers}
          label={t('pricing.set_default')}
          reason={row.default ? t('pricing.is_default') : cannotAssign}
          onClick={() => setOpen('default')}
        />
      </IfMay>
      <IfMay do={deleteSchemeEndpoint[type]}>
        <DeleteAction
          endpoint={deleteSchemeEndpoint[type]}
          row={row}
          text={t('pricing.delete_text')}
          done={t('pricing.deleted', { name: row.name })}
          reason={wasActive || row.under_way === 'SUBMITTED' ? t('errors.scheme_in_use') : undefined}
        />
      </IfMay>
      <Suspense fallback={null}>
        {open === 'edit' && <EditScheme type={type} row={row} onClose={close} />}
        {open === 'assign' && <AssignScheme type={type} row={row} onClose={close} />}
        {open === 'unassign' && <UnassignScheme type={type} row={row} onClose={close} />}
        {open === 'default' && <SetDefault type={type} row={row} onClose={close} />}
      </Suspense>
    </ActionBar>
  )
}

function NewVersion({ type, row }: Of) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const endpoint = createSchemeVersionEndpoint[type]
  const { submit, isBusy } = useCommand(endpoint)
  const begin = async () => {
    const onRefused = (refusal: Parameters<typeof textOf>[0]) => notify({ color: 'red', message: textOf(refusal) })
    const done = await submit({ id: row.id }, {}, { onRefused })
    if (done) notify({ color: 'green', message: t('pricing.version_begun') })
  }
  return (
    <IfMay do={endpoint}>
      <ActionButton
        icon={IconPlus}
        label={t('pricing.new_version')}
        isBusy={isBusy}
        reason={row.under_way ? t('errors.version_under_way') : undefined}
        onClick={() => void begin()}
      />
    </IfMay>
  )
}
