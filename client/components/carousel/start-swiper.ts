import { Swiper } from 'swiper'
import { Mousewheel } from 'swiper/modules'

/** Spec section 9: 2000 ms between two moves. The sliders' autoplay is off, so its code is not loaded. */
const autoplay = { enabled: false, delay: 2000 }

/** Duration of a move, in milliseconds. */
const moveTime = 350

/** Lets Swiper move a slider's row from the slide `first` on, at once if `isStill`. This file is loaded when it is needed. */
export function startSwiper(element: HTMLElement, first: number, isStill: boolean): Swiper {
  let current = first
  return new Swiper(element, {
    modules: [Mousewheel],
    // A wheel or trackpad moves the row only sideways; up and down it scrolls the page.
    mousewheel: { forceToAxis: true },
    containerModifierClass: 'slider-',
    wrapperClass: 'slider-list',
    slideClass: 'slider-item',
    // Lets Swiper measure the slides, because slider.css sets their width and gap.
    slidesPerView: 'auto',
    initialSlide: first,
    speed: isStill ? 0 : moveTime,
    autoplay,
    on: {
      beforeResize: ({ activeIndex }) => {
        current = activeIndex
      },
      // After a resize Swiper would show the last slide if the row was at its end.
      resize: (resized) => resized.slideTo(current, 0),
    },
  })
}
