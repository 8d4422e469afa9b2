import { ActionIcon, CopyButton, TextInput } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronRight, IconCopy, IconRoute, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Branch, branchesOf, countMatches, isBranch, matches, shortOf } from './json-tree.ts'
import styles from './json-viewer.module.css'

/** JSON as a folded tree: a search opens what it finds, and values and their paths can be copied. */
export function JsonViewer({ value }: { value: unknown }) {
  const { t } = useTranslation()
  const [sought, setSought] = useState('')
  const words = sought.trim().toLowerCase()
  const found = words === '' ? undefined : countMatches(value, words)
  return (
    <>
      <TextInput
        size="xs"
        mb={6}
        aria-label={t('audit_trail.search_body')}
        placeholder={t('audit_trail.search_body')}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
        rightSectionWidth={90}
        rightSection={
          <span role="status" className={styles.found}>
            {found === undefined ? '' : t('audit_trail.found', { count: found })}
          </span>
        }
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className={styles.tree} tabIndex={0}>
        {isBranch(value) ? (
          <Branches of={value} path="$" words={words} depth={0} />
        ) : (
          <Leaf branch={{ name: '', path: '$', value }} words={words} />
        )}
      </div>
    </>
  )
}

interface Looked {
  words: string
  depth: number
}

/** The rows of a list that are drawn at once. */
const mostRows = 200

function Branches({ of, path, words, depth }: Looked & { of: object; path: string }) {
  const { t } = useTranslation()
  const [most, setMost] = useState(mostRows)
  const branches = branchesOf(of, path)
  return (
    <ul className={styles.branches}>
      {branches.slice(0, most).map((branch) => (
        <li key={branch.path}>
          {isBranch(branch.value) ? (
            <Folded branch={branch} value={branch.value} words={words} depth={depth} />
          ) : (
            <Leaf branch={branch} words={words} />
          )}
        </li>
      ))}
      {branches.length > most && (
        <li>
          <button type="button" className={styles.more} onClick={() => setMost(most + mostRows)}>
            {t('audit_trail.more', { count: branches.length - most })}
          </button>
        </li>
      )}
    </ul>
  )
}

/** Below this depth a tree begins folded. */
const openDepth = 2

function Folded({ branch, value, words, depth }: Looked & { branch: Branch; value: object }) {
  const [isOpened, setOpened] = useState(depth < openDepth)
  const isOpen = words === '' ? isOpened : isOpened || matches(value, words)
  const Fold = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        onClick={() => words === '' && setOpened(!isOpened)}
      >
        <Fold size={14} aria-hidden="true" />
        <Name branch={branch} words={words} />
        <span className={styles.short}>{shortOf(value)}</span>
      </button>
      <Copies branch={branch} />
      {isOpen && <Branches of={value} path={branch.path} words={words} depth={depth + 1} />}
    </>
  )
}

function Leaf({ branch, words }: { branch: Branch; words: string }) {
  const { value } = branch
  const text = JSON.stringify(value) ?? 'null'
  return (
    <div className={styles.leaf}>
      <Name branch={branch} words={words} />
      <span data-kind={value === null ? 'null' : typeof value} data-found={isFound(text, words) || undefined}>
        {text}
      </span>
      <Copies branch={branch} />
    </div>
  )
}

function Name({ branch: { name }, words }: { branch: Branch; words: string }) {
  if (name === '') return null
  return (
    <span className={styles.name} data-found={isFound(name, words) || undefined}>
      {name}:{' '}
    </span>
  )
}

const isFound = (text: string, words: string) => words !== '' && text.toLowerCase().includes(words)

/** Copies the value, or the path by which programs reach it. */
function Copies({ branch: { path, value } }: { branch: Branch }) {
  const { t } = useTranslation()
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <span className={styles.copies}>
      <Copy text={text} label={t('audit_trail.copy_value', { path })} icon={IconCopy} />
      <Copy text={path} label={t('audit_trail.copy_path', { path })} icon={IconRoute} />
    </span>
  )
}

function Copy({ text, label, icon: Icon }: { text: string; label: string; icon: typeof IconCopy }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label={copied ? t('action.copied') : label}
          title={copied ? t('action.copied') : label}
          onClick={(event) => {
            event.preventDefault()
            copy()
          }}
        >
          {copied ? <IconCheck size={14} /> : <Icon size={14} />}
        </ActionIcon>
      )}
    </CopyButton>
  )
}
