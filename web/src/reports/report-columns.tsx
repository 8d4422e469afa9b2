import type { Entity } from '@kontor/contract/entity'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRecordForm } from '../platform/form/record-form.tsx'
import ColumnChoices from '../platform/list/columns/column-choices.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { columnsIn } from './report-values.ts'

/** The columns of the file, in order: those of the file come first. */
export function ReportColumns({ entity }: { entity: Entity }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { form } = useRecordForm()
  const chosen = columnsIn(form.values['columns'])
  const set = (columns: readonly string[]) => form.setFieldValue('columns', columns)
  const all = Object.keys(entity.fields)
  const others = all.filter((name) => !chosen.includes(name))
  // The file has the id of a relation; some entities also have its name.
  const nameOf = (name: string) =>
    entity.fields[name]?.kind === 'ref'
      ? t('export.id_of', { name: labels.field(entity, name) })
      : labels.field(entity, name)
  return (
    <ColumnChoices
      isOfForm
      columns={[...chosen, ...others].map((name) => ({
        ...{ name, text: nameOf(name), isShown: chosen.includes(name) },
      }))}
      settings={{
        show: (name, shown) => set(shown ? [...chosen, name] : chosen.filter((each) => each !== name)),
        moveTo: (name, at) => set(chosen.filter((each) => each !== name).toSpliced(at, 0, name)),
        isChanged: chosen.join() !== entity.export.join(),
        reset: () => set(entity.export),
      }}
    >
      <Button size="xs" variant="default" disabled={others.length === 0} onClick={() => set([...chosen, ...others])}>
        {t('reports.all_columns')}
      </Button>
    </ColumnChoices>
  )
}
