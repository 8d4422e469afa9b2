import { ActionIcon, Menu, Skeleton } from '@mantine/core'
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../save-file.ts'
import styles from './chart-card.module.css'
import { csvOf, type Figures } from './figures.ts'
import { FiguresTable } from './figures-table.tsx'
import type { Target } from './mark-link.tsx'
import { type LegendEntry, pictureOf, pngOf } from './plot/picture.ts'
import { useNear } from './use-near.ts'

export interface ChartCardProps<R> {
  /** The counted thing, in words. */
  title: string
  /** The period and the currency, in words. */
  text: string
  /** The name of the files. */
  name: string
  figures: Figures<R>
  /** The list that a row's figure counts. */
  targetOf?: ((row: R) => Target | undefined) | undefined
  height: number
  isLoading: boolean
  /** Replaces the chart when reading failed. */
  problem?: ReactNode
  isEmpty?: boolean
  /** The legend of the picture, when the drawing does not contain one. */
  legend?: readonly LegendEntry[]
  wide?: boolean
  /** True for a chart that is not a drawing: there is no picture to save. */
  isPlain?: boolean
  /** True for a table, which has no second view. */
  isTable?: boolean
  head?: ReactNode
  foot?: ReactNode
  /** A function when its texts take long to make: it is called when the chart is drawn. */
  children: ReactNode | (() => ReactNode)
}

/**
 * The frame of a chart: its title, its table view, and its downloads of figures and picture. The chart is drawn when it
 * comes near the window; its room is kept.
 */
export function ChartCard<R>(props: ChartCardProps<R>) {
  const { t } = useTranslation()
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const [isTable, setTable] = useState(false)
  const { ref, isNear } = useNear()
  const hasPicture = isNear && !props.isPlain && !props.isTable && !isTable
  const hasFigures = !props.isLoading && !props.problem && !props.isEmpty
  return (
    <section className={styles.card} aria-labelledby={id} data-wide={props.wide || undefined} ref={ref}>
      <header>
        <div>
          <h2 id={id}>{props.title}</h2>
          <p>{props.text}</p>
        </div>
        <div className={styles.tools}>
          {!props.isTable && (
            <ActionIcon
              size={28}
              disabled={!hasFigures}
              aria-pressed={isTable}
              aria-label={t('chart.as_table', { title: props.title })}
              title={t(isTable ? 'chart.show_chart' : 'chart.show_table')}
              onClick={() => setTable(!isTable)}
            >
              {isTable ? <IconChartBar size={18} /> : <IconTable size={18} />}
            </ActionIcon>
          )}
          <ExportMenu
            {...props}
            isDisabled={!hasFigures}
            svgOf={hasPicture ? () => body.current?.querySelector('svg') ?? null : undefined}
          />
        </div>
      </header>
      {props.head}
      <div className={styles.body} ref={body} style={{ minHeight: props.height }} aria-busy={props.isLoading}>
        {props.isLoading ? (
          <div role="status" aria-label={t('state.loading')}>
            <Skeleton height={props.height} radius="md" />
          </div>
        ) : props.problem ? (
          props.problem
        ) : props.isEmpty ? (
          <p className={styles.empty} style={{ height: props.height }}>
            {t('chart.empty')}
          </p>
        ) : isTable ? (
          <FiguresTable label={props.title} figures={props.figures} targetOf={props.targetOf} height={props.height} />
        ) : isNear ? (
          typeof props.children === 'function' ? (
            props.children()
          ) : (
            props.children
          )
        ) : null}
      </div>
      {props.foot && <footer>{props.foot}</footer>}
    </section>
  )
}

interface ExportMenuProps<R> extends ChartCardProps<R> {
  isDisabled: boolean
  svgOf: (() => SVGSVGElement | null) | undefined
}

function ExportMenu<R>({ title, text, name, figures, legend = [], isDisabled, svgOf }: ExportMenuProps<R>) {
  const { t } = useTranslation()
  const save = (content: BlobPart, type: string, ending: string) =>
    saveFile(new Blob([content], { type }), name + ending)
  const picture = () => {
    const drawn = svgOf?.()
    return drawn && pictureOf(drawn, title, text, legend)
  }
  const saveSvg = () => {
    const drawn = picture()
    if (drawn) save(drawn, 'image/svg+xml', '.svg')
  }
  const savePng = async () => {
    const drawn = picture()
    if (drawn) save(await pngOf(drawn), 'image/png', '.png')
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon
          size={28}
          disabled={isDisabled}
          aria-label={t('chart.export', { title })}
          title={t('action.export')}
        >
          <IconDownload size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save(csvOf(figures), 'text/csv;charset=utf-8', '.csv')}>
          {t('chart.figures_csv')}
        </Menu.Item>
        {svgOf && <Menu.Item onClick={saveSvg}>{t('chart.picture_svg')}</Menu.Item>}
        {svgOf && <Menu.Item onClick={() => void savePng()}>{t('chart.picture_png')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
