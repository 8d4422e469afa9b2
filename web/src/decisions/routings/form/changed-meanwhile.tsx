import { routing } from '@kontor/contract/decisions/routings/routing.entity'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { idOf, titleOfRow } from '../../../platform/api/related.ts'
import { useRecordForm } from '../../../platform/form/record-form.tsx'
import { useLabels } from '../../../platform/value/labels.ts'
import { treeChanges } from '../editor/tree-changes.ts'
import { type Draft, draftOf, finished } from '../editor/tree-edit.ts'
import { useTreeWords } from '../editor/tree-words.ts'
import type { TreeEditing } from '../editor/use-editor.ts'
import { namesOf, type WholeRouting } from '../routing-row.ts'
import foundList from './found-list.module.css'

const names = ['name', 'organisation', 'payment_product', 'currency_code'] as const

interface ChangedMeanwhileProps {
  /** The routing as somebody else saved it. */
  theirs: WholeRouting
  editing: TreeEditing
  onFrom: (version: number) => void
}

/** Somebody else saved the routing in the meantime: how theirs differs, and which of the two it shall be. */
export function ChangedMeanwhile({ theirs, editing, onFrom }: ChangedMeanwhileProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { form } = useRecordForm()
  const { organisation } = theirs
  const organisationText = typeof organisation === 'string' ? `…${organisation.slice(-8)}` : titleOfRow(organisation)
  const words = useTreeWords({ currency: theirs.currency_code, names: namesOf(theirs.processors) })
  const mine = finished(editing.now)
  const changes = mine ? treeChanges(mine, theirs.details) : []
  const { name, payment_product, currency_code } = theirs
  const fields = { name, payment_product, currency_code, organisation: idOf(theirs.organisation) }
  const others = names.filter((field) => form.values[field] !== fields[field])
  const fieldText = (field: (typeof names)[number]) =>
    t('routings.was', {
      rule: labels.field(routing, field),
      value: field === 'organisation' ? organisationText : labels.value(field, routing.fields[field], fields[field]),
    })
  /** What the colleague saved is what Undo leads back to from now on. */
  const goOnFrom = (tree: Draft) => {
    form.resetDirty({ ...form.getInitialValues(), ...fields, details: { from: theirs.version, tree } })
    onFrom(theirs.version)
  }
  const take = () => {
    const tree = draftOf(theirs.details)
    form.setValues(fields)
    editing.begin(tree)
    goOnFrom(tree)
  }
  const keep = () => {
    const tree = draftOf(theirs.details)
    editing.saveAs(tree)
    goOnFrom(tree)
  }
  return (
    <Alert color="yellow" role="alert" title={t('routings.changed_title')} mb="md">
      <Text size="sm">{t('routings.changed_text', { version: theirs.version })}</Text>
      {others.length + changes.length > 0 && (
        <ul className={foundList.changes}>
          {others.map((field) => (
            <li key={field}>
              <Text size="sm">{fieldText(field)}</Text>
            </li>
          ))}
          {changes.map(({ kind, branch }) => (
            <li key={`${kind} ${branch.id}`}>
              <Text size="sm">{t(`routings.change.${kind}`, { branch: words.branchText(branch) })}</Text>
            </li>
          ))}
        </ul>
      )}
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={take}>
          {t('routings.take_theirs')}
        </Button>
        <Button size="xs" variant="default" onClick={keep}>
          {t('routings.keep_mine')}
        </Button>
      </Group>
    </Alert>
  )
}
