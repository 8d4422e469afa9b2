import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRecordForm } from '../../../platform/form/record-form.tsx'
import { treeChanges } from '../editor/tree-changes.ts'
import { draftOf, finished } from '../editor/tree-edit.ts'
import { useTreeWords } from '../editor/tree-words.ts'
import type { TreeEditing } from '../editor/use-editor.ts'
import { namesOf, type WholeRouting } from '../routing-row.ts'
import foundList from './found-list.module.css'

interface ChangedMeanwhileProps {
  /** The routing as somebody else saved it. */
  theirs: WholeRouting
  editing: TreeEditing
  onFrom: (version: number) => void
}

/** Somebody else saved the routing in the meantime: how theirs differs, and which of the two it shall be. */
export function ChangedMeanwhile({ theirs, editing, onFrom }: ChangedMeanwhileProps) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const words = useTreeWords({ currency: theirs.currency_code, names: namesOf(theirs.processors) })
  const mine = finished(editing.now)
  const changes = mine ? treeChanges(mine, theirs.details) : []
  const take = () => {
    const { name, payment_product, currency_code } = theirs
    form.setValues({ name, payment_product, currency_code })
    editing.begin(draftOf(theirs.details))
    onFrom(theirs.version)
  }
  return (
    <Alert color="yellow" role="alert" title={t('routings.changed_title')} mb="md">
      <Text size="sm">{t('routings.changed_text', { version: theirs.version })}</Text>
      {changes.length > 0 && (
        <ul className={foundList.changes}>
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
        <Button size="xs" variant="default" onClick={() => onFrom(theirs.version)}>
          {t('routings.keep_mine')}
        </Button>
      </Group>
    </Alert>
  )
}
