import { countryOfNumber } from '@kontor/contract/country-numbers'
import { type CountryFigure, WorldMap } from '../ui/charts/world-map.tsx'

interface CountryMapProps {
  label: string
  description: string
  countries: readonly CountryFigure[]
  exact: (value: number) => string
}

const codeOf = (number: string): string | undefined => countryOfNumber[number]

export function CountryMap(props: CountryMapProps) {
  return <WorldMap {...props} codeOf={codeOf} />
}
