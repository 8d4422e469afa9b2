import type { Side } from '@kontor/contract/decisions/routings/tree.rules'
import { Button, Select } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { NamedProcessor } from '../form/use-processors.ts'
import treeEditor from './tree-editor.module.css'

interface EndFormProps {
  side: Side
  processors: readonly NamedProcessor[]
  /** The text in place of the options. */
  nothing: string | null
  value: string | null
  error: string | undefined
  isFixed: boolean
  canBranch: boolean
  onChoose: (processor: string) => void
  onBranch: () => void
}

/** An end of the tree that is being written: a processor, or a branch in its place. */
export function EndForm(props: EndFormProps) {
  const { side, processors, nothing, value, error, isFixed, canBranch, onChoose, onBranch } = props
  const { t } = useTranslation()
  const label = t(side === 'then' ? 'routings.processor_then' : 'routings.processor_else')
  const data = processors.map(({ id, name, active }) => ({
    value: id,
    label: active ? name : t('routings.inactive', { name }),
  }))
  return (
    <div className={treeEditor.end}>
      <Select
        aria-label={label}
        placeholder={t('routings.choose_processor')}
        searchable
        openOnFocus={false}
        limit={200}
        allowDeselect={false}
        nothingFoundMessage={nothing}
        data={data}
        error={error}
        disabled={isFixed}
        data-do="choose"
        value={value}
        onChange={(id) => id && onChoose(id)}
      />
      {canBranch && (
        <Button
          size="xs"
          h={36}
          variant="default"
          leftSection={<IconGitBranch size={16} aria-hidden="true" />}
          disabled={isFixed}
          onClick={onBranch}
        >
          {t('routings.make_branch')}
        </Button>
      )}
    </div>
  )
}
