import { linesProblems } from '@kontor/contract/pricing/line-problems'
import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import {
  activateSchemeVersionEndpoint,
  deleteSchemeVersionEndpoint,
  saveSchemeVersionEndpoint,
  submitSchemeVersionEndpoint,
  withdrawSchemeVersionEndpoint,
} from '@kontor/contract/pricing/scheme.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { IconArrowBackUp, IconChecks, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { useProblemText } from '../editor/problem-words.ts'
import type { SchemeVersion } from './scheme-version.ts'

interface VersionActionsProps {
  type: SchemeType
  row: Scheme
  version: SchemeVersion
  firstDay: string
}

const VersionForm = lazy(() => import('../editor/version.form.tsx').then((module) => ({ default: module.VersionForm })))
const ActivateForm = lazy(() => import('./activate.form.tsx').then((module) => ({ default: module.ActivateForm })))

/** What can be done with a version: a draft is written and submitted, and another person activates it. */
export function VersionActions(props: VersionActionsProps) {
  const { status } = props.version
  if (status === 'DRAFT') return <DraftActions {...props} />
  return status === 'SUBMITTED' ? <SubmittedActions {...props} /> : null
}

function DraftActions({ type, row, version }: VersionActionsProps) {
  const { t } = useTranslation()
  const saving = saveSchemeVersionEndpoint[type]
  const [open, setOpen] = useState<'edit' | 'submit' | 'delete' | undefined>(
    useHasDraft(draftName(saving, row.id, version.id)) ? 'edit' : undefined,
  )
  const close = () => setOpen(undefined)
  const params = { id: row.id, version: version.id }
  const textOf = useProblemText()
  // A reserve has no lines.
  const problems = type === 'RESERVE' ? [] : linesProblems(version.lines, row.currency_code)
  return (
    <ActionBar>
      <IfMay do={saving}>
        <ActionButton
          icon={IconPencil}
          isPrimary={version.lines.length === 0}
          label={t(type === 'RESERVE' ? 'pricing.edit_terms' : 'pricing.edit_lines')}
          onClick={() => setOpen('edit')}
        />
        {open === 'edit' && (
          <Suspense fallback={null}>
            <VersionForm type={type} row={row} version={version} onClose={close} />
          </Suspense>
        )}
        <ActionButton
          icon={IconSend}
          label={t('pricing.submit')}
          reason={problems.length > 0 ? problems.map(textOf).join(' ') : undefined}
          onClick={() => setOpen('submit')}
        />
        <ConfirmCommand
          endpoint={submitSchemeVersionEndpoint[type]}
          params={params}
          body={{ revision: version.revision }}
          opened={open === 'submit'}
          onClose={close}
          title={t('pricing.submit_title', { number: version.number, name: row.name })}
          text={t('pricing.submit_text')}
          verb={t('pricing.submit')}
          done={t('pricing.submitted')}
        />
        {version.number > 1 && (
          <ActionButton icon={IconTrash} label={t('pricing.delete_draft')} onClick={() => setOpen('delete')} />
        )}
        <ConfirmCommand
          endpoint={deleteSchemeVersionEndpoint[type]}
          params={params}
          opened={open === 'delete'}
          onClose={close}
          title={t('pricing.delete_draft_title', { number: version.number, name: row.name })}
          text={t('pricing.delete_draft_text')}
          verb={t('pricing.delete_draft')}
          isDangerous
          done={t('pricing.draft_deleted')}
        />
      </IfMay>
    </ActionBar>
  )
}

function SubmittedActions({ type, row, version, firstDay }: VersionActionsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'activate' | 'withdraw'>()
  const close = () => setOpen(undefined)
  return (
    <ActionBar>
      <IfMay do={activateSchemeVersionEndpoint[type]}>
        <ActionButton
          icon={IconChecks}
          isPrimary
          label={t('pricing.activate')}
          reason={version.is_own ? t('errors.same_person') : undefined}
          onClick={() => setOpen('activate')}
        />
        {open === 'activate' && (
          <Suspense fallback={null}>
            <ActivateForm type={type} row={row} version={version} firstDay={firstDay} onClose={close} />
          </Suspense>
        )}
        <ActionButton icon={IconArrowBackUp} label={t('pricing.withdraw')} onClick={() => setOpen('withdraw')} />
        <ConfirmCommand
          endpoint={withdrawSchemeVersionEndpoint[type]}
          params={{ id: row.id, version: version.id }}
          opened={open === 'withdraw'}
          onClose={close}
          title={t('pricing.withdraw_title', { number: version.number, name: row.name })}
          text={t('pricing.withdraw_text')}
          verb={t('pricing.withdraw')}
          done={t('pricing.withdrawn')}
        />
      </IfMay>
    </ActionBar>
  )
}
