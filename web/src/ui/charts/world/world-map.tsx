import { UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWidth } from '../../use-width.ts'
import { Mark } from '../mark-link.tsx'
import { ChartSvg } from '../plot/chart-svg.tsx'
import plot from '../plot/plot.module.css'
import { mapPower, stepScale } from '../plot/scale.ts'
import { useRoving } from '../plot/use-roving.ts'
import { useTip } from '../plot/use-tip.tsx'
import { type Slice, spoken } from '../slice.ts'
import { StepLegend } from '../step-legend.tsx'
import { draw, type Place } from './world-drawing.ts'
import styles from './world-map.module.css'
import { shapesOf } from './world-shapes.ts'

interface WorldMapProps {
  label: string
  description: string
  /** Keyed by ISO 3166-1 alpha-2, the largest first; the arrow keys follow this order. */
  countries: readonly Slice[]
  codeOf: (number: string) => string | undefined
  exact: (value: number) => string
}

const proportion = 0.5
// The map shows the countries that have this share of the volume; the others may be outside.
const shareInView = 0.95
// The delay of 000 section 9, in milliseconds.
const resizeDelay = 500

/** Countries with a figure can be focused and opened; all others are background. */
export function WorldMap({ label, description, countries, codeOf, exact }: WorldMapProps) {
  const { t } = useTranslation()
  const { ref, width } = useWidth<HTMLDivElement>(resizeDelay)
  const tip = useTip()
  const shapes = useMemo(() => shapesOf(codeOf), [codeOf])
  const height = width * proportion
  const [isWorld, setWorld] = useState(false)
  const codes = countries.map(({ key }) => key).join()
  const inView = isWorld ? '' : mostOf(countries).join()
  const drawn = useMemo(
    () => draw(shapes, new Set(codes.split(',')), inView.split(','), [width, height]),
    [shapes, codes, inView, width, height],
  )
  // Before the first measurement no country is outside of anything.
  const [shown, others] = width === 0 ? [[], []] : split(countries, drawn.places)
  const [outside, missing] = [
    others.filter(({ key }) => drawn.known.has(key)),
    others.filter(({ key }) => !drawn.known.has(key)),
  ]
  const names = (some: readonly Slice[]) => some.map(({ name }) => name).join(', ')
  const roving = useRoving(shown.length)
  const scale = stepScale(countries[0]?.value ?? 0, mapPower)
  return (
    <div className={plot.frame} data-chart>
      <div className={styles.room} ref={ref}>
        <ChartSvg label={label} description={description} width={width} height={height} onKeyDown={roving.onKeyDown}>
          <path d={drawn.background} className={styles.land} />
          {shown.map((country, at) => (
            <Mark
              key={country.key}
              target={country.target}
              label={spoken(country)}
              at={at}
              tabIndex={roving.tabIndexOf(at)}
              {...tip.of(country.name, country.lines, drawn.places.get(country.key)?.centre)}
            >
              <Country place={drawn.places.get(country.key)} colour={scale.colourOf(country.value)} />
            </Mark>
          ))}
        </ChartSvg>
      </div>
      <div className={styles.below}>
        <StepLegend bounds={scale.bounds} exact={exact} />
        {(drawn.isZoomed || isWorld) && (
          <UnstyledButton className={styles.view} onClick={() => setWorld(!isWorld)}>
            {t(isWorld ? 'chart.zoom_in' : 'chart.whole_world')}
          </UnstyledButton>
        )}
      </div>
      {outside.length > 0 && <p className={styles.note}>{t('chart.outside', { names: names(outside) })}</p>}
      {missing.length > 0 && <p className={styles.note}>{t('chart.not_on_map', { names: names(missing) })}</p>}
      {tip.element}
    </div>
  )
}

function Country({ place, colour }: { place: Place | undefined; colour: string }) {
  if (!place) return null
  if (!place.isTiny) return <path d={place.d} style={{ fill: colour }} className={styles.country} />
  const [x, y] = place.centre
  return <circle cx={x} cy={y} r={4} style={{ fill: colour }} className={styles.country} data-tiny />
}

function split(countries: readonly Slice[], places: ReadonlyMap<string, Place>) {
  const isShown = ({ key }: Slice) => places.has(key)
  return [countries.filter(isShown), countries.filter((each) => !isShown(each))] as const
}

/** The countries where most of the trade is. */
function mostOf(countries: readonly Slice[]): string[] {
  const known = countries.filter(({ key }) => key !== '')
  const whole = known.reduce((sum, { value }) => sum + value, 0)
  let before = 0
  return known.flatMap(({ key, value }) => {
    const isIn = before < whole * shareInView
    before += value
    return isIn ? [key] : []
  })
}
