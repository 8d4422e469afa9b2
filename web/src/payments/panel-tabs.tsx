import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePanelTab } from '../platform/list/panel-tab.ts'

export interface PanelTab {
  name: string
  label: string
  /** Drawn, and so read, only while the tab is open. */
  content: () => ReactNode
}

/** The tabs of a panel; the address says which one is open. */
export function PanelTabs({ label, tabs }: { label: string; tabs: readonly [PanelTab, ...PanelTab[]] }) {
  const [first, ...others] = tabs
  const [open, setOpen] = usePanelTab([first.name, ...others.map(({ name }) => name)])
  return (
    <Tabs value={open} onChange={setOpen} keepMounted={false}>
      <Tabs.List aria-label={label} className="panel-tabs">
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
