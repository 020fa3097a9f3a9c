import { Label, Slider, SliderFill, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components'
import { requireNumber, requireParts } from './require-parts'

type Props = {
  label: string
  /** Ends of the range (spec section 9: 0 and 100). */
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  initialValue?: number | undefined
  isDisabled?: boolean | undefined
  onChange?: ((value: number) => void) | undefined
}

/**
 * An input for a number, which the visitor chooses by dragging or by keys (`pages/home/Slider` is a row of cards). Its direction is
 * that of the nearest `I18nProvider`, so in Arabic the left arrow key increases the number.
 */
export function RangeSlider({ label, min = 0, max = 100, step = 1, initialValue = min, isDisabled, onChange }: Props) {
  requireParts('RangeSlider', { label })
  requireNumber('RangeSlider', 'initialValue', initialValue, { min, max })
  return (
    <Slider<number>
      className="range-slider"
      minValue={min}
      maxValue={max}
      step={step}
      defaultValue={initialValue}
      isDisabled={isDisabled ?? false}
      {...(onChange && { onChange })}
    >
      <div className="range-slider-head">
        <Label>{label}</Label>
        <SliderOutput className="range-slider-value" />
      </div>
      <SliderTrack className="range-slider-track">
        <SliderFill className="range-slider-fill" />
        <SliderThumb className="range-slider-thumb" />
      </SliderTrack>
    </Slider>
  )
}
