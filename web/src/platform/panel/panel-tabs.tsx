import fade from '../../ui/table/fade.module.css'
import styles from './panel-tabs.module.css'
import '@mantine/core/styles/Tabs.layer.css'
import { Tabs, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { usePanelTab } from '../list/panel-tab.ts'
import { useIsWholePage } from './whole-page.ts'

export interface PanelTab {
  name: string
  label: string
  /** Drawn only while the tab is open, so that its data is only read then. */
  content: () => ReactNode
}

interface PanelTabsProps {
  label: string
  tabs: readonly [PanelTab, ...PanelTab[]]
}

/** The tabs of a panel; the address has the open one. On the page of a row they stand below each other. */
export function PanelTabs(props: PanelTabsProps) {
  return useIsWholePage() ? <Sections {...props} /> : <TabList {...props} />
}

function Sections({ tabs }: PanelTabsProps) {
  return (
    <div className={styles.sections}>
      {tabs.map(({ name, label, content }) => (
        <section key={name} className={styles.section} aria-label={label}>
          <Title order={2} mb="sm">
            {label}
          </Title>
          {content()}
        </section>
      ))}
    </div>
  )
}

function TabList({ label, tabs }: PanelTabsProps) {
  const [first, ...others] = tabs
  const [open, setOpen] = usePanelTab([first.name, ...others.map(({ name }) => name)])
  const row = useRef<HTMLDivElement>(null)
  // The open tab is in the middle of a row that scrolls. `scrollIntoView` would have the first Tab of the page begin here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each tab that is opened
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (row.current && chosen)
      row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2
  }, [open])
  return (
    <Tabs value={open} onChange={setOpen} keepMounted={false}>
      <Tabs.List aria-label={label} ref={row} className={`${styles.tabs} ${fade.fade}`}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.name} value={tab.name}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.name} value={tab.name} pt="md">
          {tab.name === open && tab.content()}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
