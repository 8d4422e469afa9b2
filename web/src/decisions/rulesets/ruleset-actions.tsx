import {
  activateValidationRulesetEndpoint,
  deactivateValidationRulesetEndpoint,
  deleteValidationRulesetEndpoint,
  updateValidationRulesetEndpoint,
} from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import { IconPencil, IconPower } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { DeleteAction } from '../../platform/panel/delete-action.tsx'
import type { RulesetRow } from './ruleset-row.ts'

const EditRuleset = lazy(() => import('./ruleset.form.tsx').then((module) => ({ default: module.EditRuleset })))

export function RulesetActions({ row }: { row: RulesetRow }) {
  const { t } = useTranslation()
  const wasEditing = useHasDraft(draftName(updateValidationRulesetEndpoint, row.id))
  const [open, setOpen] = useState<'nothing' | 'edit' | 'switch'>(wasEditing ? 'edit' : 'nothing')
  const close = () => setOpen('nothing')
  const verb = row.active ? 'deactivate' : 'activate'
  return (
    <ActionBar>
      <IfMay do={updateValidationRulesetEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setOpen('edit')} />
        <ActionButton icon={IconPower} label={t(`rulesets.${verb}`)} onClick={() => setOpen('switch')} />
      </IfMay>
      <IfMay do={deleteValidationRulesetEndpoint}>
        <DeleteAction
          endpoint={deleteValidationRulesetEndpoint}
          row={row}
          text={t('rulesets.delete_text')}
          done={t('rulesets.deleted', { name: row.name })}
        />
      </IfMay>
      {open === 'edit' && (
        <Suspense fallback={null}>
          <EditRuleset row={row} onClose={close} />
        </Suspense>
      )}
      <ConfirmCommand
        endpoint={row.active ? deactivateValidationRulesetEndpoint : activateValidationRulesetEndpoint}
        params={{ id: row.id }}
        opened={open === 'switch'}
        onClose={close}
        title={t(`rulesets.${verb}_title`, { name: row.name })}
        text={t(`rulesets.${verb}_text`)}
        verb={t(`rulesets.${verb}`)}
        isDangerous={row.active}
        done={t(`rulesets.${verb}d`, { name: row.name })}
      />
    </ActionBar>
  )
}
