import { type GeoPath, geoEqualEarth, geoPath } from 'd3-geo'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartSvg } from './chart-svg.tsx'
import { Mark, type Target } from './mark-link.tsx'
import { stepScale } from './scale.ts'
import { StepLegend } from './step-legend.tsx'
import { useRoving } from './use-roving.ts'
import { useTip } from './use-tip.tsx'
import { useWidth } from './use-width.ts'
import { type CountryShape, shapesOf } from './world-shapes.ts'

export interface CountryFigure {
  /** ISO 3166-1 alpha-2. */
  code: string
  name: string
  value: number
  lines: readonly string[]
  target: Target | undefined
}

interface WorldMapProps {
  label: string
  description: string
  /** The largest first: the arrow keys follow this order. */
  countries: readonly CountryFigure[]
  codeOf: (number: string) => string | undefined
  exact: (value: number) => string
}

const proportion = 0.5
// 000 section 9.
const resizeDelay = 500

/** Countries with a figure can be reached and opened; the others are background. */
export function WorldMap({ label, description, countries, codeOf, exact }: WorldMapProps) {
  const { t } = useTranslation()
  const { ref, width } = useWidth<HTMLDivElement>(resizeDelay)
  const tip = useTip()
  const shapes = useMemo(() => shapesOf(codeOf), [codeOf])
  const height = width * proportion
  const drawn = useMemo(() => draw(shapes, width, height), [shapes, width, height])
  const [shown, missing] = split(countries, drawn)
  const roving = useRoving(shown.length)
  // Most trade is at home: by the root, the neighbours differ as well.
  const scale = stepScale(Math.max(0, ...countries.map(({ value }) => value)), 2)
  return (
    <div className="chart-frame" ref={ref}>
      <ChartSvg label={label} description={description} width={width} height={height} onKeyDown={roving.onKeyDown}>
        <path d={drawn.background} className="chart-land" />
        {shown.map((country, at) => (
          <Mark
            key={country.code}
            target={country.target}
            label={`${country.name}: ${country.lines.join(', ')}`}
            at={at}
            tabIndex={roving.tabIndexOf(at)}
            {...tip.of(country.name, country.lines)}
          >
            <Country place={drawn.places.get(country.code)} colour={scale.colourOf(country.value)} />
          </Mark>
        ))}
      </ChartSvg>
      <StepLegend bounds={scale.bounds} exact={exact} />
      {missing.length > 0 && (
        <p className="chart-note">{t('chart.not_on_map', { names: missing.map(({ name }) => name).join(', ') })}</p>
      )}
      {tip.element}
    </div>
  )
}

interface Place {
  d: string
  centre: readonly [number, number]
  /** Too small to be seen or clicked: it gets a dot. */
  isTiny: boolean
}

function Country({ place, colour }: { place: Place | undefined; colour: string }) {
  if (!place) return null
  if (!place.isTiny) return <path d={place.d} style={{ fill: colour }} className="chart-country" />
  const [x, y] = place.centre
  return <circle cx={x} cy={y} r={4} style={{ fill: colour }} className="chart-country" data-tiny />
}

function draw(shapes: readonly CountryShape[], width: number, height: number) {
  const path: GeoPath = geoPath(
    geoEqualEarth().fitSize([width, height], { type: 'FeatureCollection', features: shapes.map(({ shape }) => shape) }),
  ).digits(1)
  const places = new Map<string, Place>()
  for (const { code, shape } of shapes) {
    const isTiny = path.area(shape) < 14
    places.set(code, { d: path(shape) ?? '', centre: path.centroid(shape), isTiny })
  }
  const background = shapes.map(({ shape }) => path(shape)).join('')
  return { places, background }
}

function split(countries: readonly CountryFigure[], { places }: { places: Map<string, Place> }) {
  const isShown = ({ code }: CountryFigure) => places.has(code)
  return [countries.filter(isShown), countries.filter((each) => !isShown(each))] as const
}
