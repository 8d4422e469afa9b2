import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import '../../platform/panel/panel.css'
import { StatusTag } from '../../ui/status-tag.tsx'

/** The purpose and the status of the link. */
export function LinkHead(props: { title: string; status: string; children: ReactNode; actions: ReactNode }) {
  return (
    <header className="panel-head">
      <div className="panel-amount">
        <Text component="h3" className="tabular anywhere" fz={24} fw={600} lh={1.3} m={0}>
          {props.title}
        </Text>
        <StatusTag status={props.status} />
      </div>
      <div className="panel-sub anywhere">{props.children}</div>
      {props.actions}
    </header>
  )
}
