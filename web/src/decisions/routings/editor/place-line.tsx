import { deepest } from '@kontor/contract/decisions/routings/tree.rules'
import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconCircleX, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { NamedProcessor } from '../form/use-processors.ts'
import { BranchForm } from './branch-form.tsx'
import { EndForm } from './end-form.tsx'
import type { Found } from './finding.ts'
import { type Edit, isDraftBranch } from './tree-edit.ts'
import treeEditor from './tree-editor.module.css'
import type { PlaceRow } from './tree-rows.ts'
import { BranchSentence, EndName } from './tree-sentence.tsx'
import type { useTreeWords } from './tree-words.ts'

type Words = ReturnType<typeof useTreeWords>

interface PlaceLineProps {
  row: PlaceRow
  words: Words
  currency: string
  merchant: string | undefined
  processors: readonly NamedProcessor[]
  nothing: string | null
  refusedAt: (path: string) => string | undefined
  isFixed: boolean
  saysMissing: boolean
  isReached: boolean
  /** True when an end that has a processor is being changed. */
  isEndOpen: boolean
  found: readonly Found[]
  /** What a tried payment was, at a branch on its way. */
  facts: string | undefined
  isLit: boolean
  /** The share of recent payments that ended here. */
  share: string | undefined
  onFocus: () => void
  onKey: (event: KeyboardEvent<HTMLElement>, row: PlaceRow) => void
  onEdit: (edit: Edit) => void
  commands: {
    addCondition: (row: PlaceRow) => void
    removeCondition: (row: PlaceRow, place: number) => void
    makeBranch: (row: PlaceRow) => void
    choose: (row: PlaceRow, processor: string) => void
    toggle: (row: PlaceRow) => void
    remove: (row: PlaceRow) => void
    fold: (key: string, isOpen: boolean) => void
  }
  onDrag: () => void
  onDrop: () => void
}

/** A place of the tree: a branch or an end, in words or being edited, with what was found about it. */
export function PlaceLine(props: PlaceLineProps) {
  const { row, words, isReached, isLit, found, facts, isFixed, commands } = props
  const { t } = useTranslation()
  const { node, key, side } = row
  const isBranch = isDraftBranch(node)
  const sideText = side === undefined ? undefined : t(`routings.${side}`)
  const isEditing = isBranch ? !node.done : node === null || props.isEndOpen
  const text = words.placeText(node)
  const name = sideText ? `${sideText}: ${text}` : text
  // What is being edited has no short name: it is called by its fields. Otherwise the name is what is drawn.
  const label = isEditing
    ? undefined
    : [sideText, text, props.share, facts, ...found.map((each) => each.text)].filter(Boolean).join(' ')
  return (
    <div
      className={treeEditor.place}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={side === 'else' ? 2 : 1}
      aria-setsize={side === undefined ? 1 : 2}
      aria-expanded={isBranch ? row.isOpen : undefined}
      aria-selected={isLit}
      aria-label={label}
      tabIndex={isReached ? 0 : -1}
      data-place={key}
      data-lit={isLit || undefined}
      data-level={row.level > 1 || undefined}
      // The cast is needed for a custom property, which React's types do not know.
      style={{ '--level': row.level } as CSSProperties}
      draggable={!isFixed && !isEditing && key !== ''}
      onDragStart={props.onDrag}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        props.onDrop()
      }}
      onFocus={({ target, currentTarget }) => target === currentTarget && props.onFocus()}
      onKeyDown={(event) => props.onKey(event, row)}
    >
      <div className={treeEditor.line}>
        {/* For the pointer alone: the keyboard folds by the arrow keys. */}
        <span
          className={treeEditor.fold}
          aria-hidden="true"
          onClick={() => isBranch && commands.fold(key, !row.isOpen)}
        >
          {isBranch && <IconChevronRight size={16} />}
        </span>
        {/* The spaces part the words for whoever hears them. */}
        {sideText && <span className={treeEditor.side}>{sideText}</span>}{' '}
        <div className={treeEditor.content}>
          <Content {...props} isEditing={isEditing} /> {facts && <div className={treeEditor.facts}>{facts} </div>}
          <Findings found={found} />
        </div>
        <span className={treeEditor.actions}>
          {!isEditing && node !== null && (
            <Action
              label={t('routings.edit_place', { name })}
              isReached={isReached}
              isFixed={isFixed}
              onClick={() => commands.toggle(row)}
            >
              <IconPencil size={16} aria-hidden="true" />
            </Action>
          )}
          {node !== null && (
            <Action
              label={t('routings.remove_place', { name })}
              isReached={isReached}
              isFixed={isFixed}
              onClick={() => commands.remove(row)}
            >
              <IconTrash size={16} aria-hidden="true" />
            </Action>
          )}
        </span>
      </div>
    </div>
  )
}

function Content({ isEditing, ...props }: PlaceLineProps & { isEditing: boolean }) {
  const { row, words, commands, saysMissing, refusedAt, isFixed } = props
  const { t } = useTranslation()
  const { node, path, side } = row
  if (node === null && side === undefined)
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        disabled={isFixed}
        onClick={() => commands.makeBranch(row)}
      >
        {t('routings.add_condition')}
      </Button>
    )
  if (isDraftBranch(node))
    return isEditing ? (
      <BranchForm
        branch={node}
        at={path}
        currency={props.currency}
        merchant={props.merchant}
        saysMissing={saysMissing}
        refusedAt={refusedAt}
        isFixed={isFixed}
        onEdit={props.onEdit}
        onAddCondition={() => commands.addCondition(row)}
        onRemoveCondition={(place) => commands.removeCondition(row, place)}
        onDone={() => commands.toggle(row)}
      />
    ) : (
      <BranchSentence branch={node} words={words} />
    )
  if (!isEditing && node !== null) return <EndName name={words.processorText(node)} share={props.share} />
  return (
    <EndForm
      side={side ?? 'then'}
      processors={props.processors}
      nothing={props.nothing}
      value={node}
      error={saysMissing && node === null ? t('routings.end_required') : refusedAt(['details', ...path].join('.'))}
      isFixed={isFixed}
      canBranch={path.length < deepest}
      onChoose={(processor) => commands.choose(row, processor)}
      onBranch={() => commands.makeBranch(row)}
    />
  )
}

function Findings({ found }: { found: readonly Found[] }) {
  if (found.length === 0) return null
  return (
    <ul className={treeEditor.found}>
      {found.map(({ id, level, text }) => (
        <li key={id} data-level={level}>
          {level === 'error' ? (
            <IconCircleX size={16} aria-hidden="true" />
          ) : (
            <IconAlertTriangle size={16} aria-hidden="true" />
          )}{' '}
          {text}
        </li>
      ))}
    </ul>
  )
}

interface ActionProps {
  label: string
  isReached: boolean
  isFixed: boolean
  onClick: () => void
  children: ReactNode
}

function Action({ label, isReached, isFixed, onClick, children }: ActionProps) {
  return (
    <ActionIcon
      size={28}
      tabIndex={isReached ? 0 : -1}
      aria-label={label}
      title={label}
      disabled={isFixed}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}
