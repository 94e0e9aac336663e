import type { Map as MapLibreMap } from 'maplibre-gl';
import { css } from './colours.js';
import type { MapPalette } from './types.js';

/** Images are drawn at twice their size on the map, for dense screens. */
const PIXEL_RATIO = 2;
const PATTERN_PX = 16;
export const MAP_FONT = '"Inter Variable", sans-serif';
const TEXT_PX = 12;
const LINE_PX = 16;
const HALO_PX = 2;
const KILOMETRE = 'km:';
const NAME = 'name:';

/** Text comes to the map as images: glyph files would need a network. */
export const kilometreImage = (km: number): string => `${KILOMETRE}${km}`;
export const nameImage = (name: string): string => `${NAME}${name}`;

const penOf = (widthPx: number, heightPx: number): CanvasRenderingContext2D => {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(widthPx * PIXEL_RATIO);
  canvas.height = Math.ceil(heightPx * PIXEL_RATIO);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) throw new Error('This browser gives no 2D canvas.');
  pen.scale(PIXEL_RATIO, PIXEL_RATIO);
  return pen;
};

const font = `600 ${TEXT_PX}px ${MAP_FONT}`;

const widthOf = (text: string): number => {
  const pen = penOf(1, 1);
  pen.font = font;
  return pen.measureText(text).width;
};

const chequer = (palette: MapPalette): CanvasRenderingContext2D => {
  const pen = penOf(PATTERN_PX, PATTERN_PX);
  const half = PATTERN_PX / 2;
  pen.fillStyle = css(palette.white);
  pen.fillRect(0, 0, PATTERN_PX, PATTERN_PX);
  pen.fillStyle = css(palette.black);
  pen.fillRect(0, 0, half, half);
  pen.fillRect(half, half, half, half);
  return pen;
};

const hatch = (palette: MapPalette): CanvasRenderingContext2D => {
  const sizePx = PATTERN_PX / 2;
  const pen = penOf(sizePx, sizePx);
  pen.strokeStyle = css(palette.boxes);
  pen.lineWidth = 1.25;
  for (const offset of [-sizePx, 0, sizePx]) {
    pen.beginPath();
    pen.moveTo(offset - 1, sizePx + 1);
    pen.lineTo(offset + sizePx + 1, -1);
    pen.stroke();
  }
  return pen;
};

const arrow = (palette: MapPalette): CanvasRenderingContext2D => {
  const pen = penOf(16, 16);
  pen.strokeStyle = css(palette.trackCasing);
  pen.lineWidth = 2;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.beginPath();
  pen.moveTo(5, 4);
  pen.lineTo(10, 8);
  pen.lineTo(5, 12);
  pen.stroke();
  return pen;
};

const kilometre = (text: string, palette: MapPalette): CanvasRenderingContext2D => {
  const widthPx = Math.ceil(Math.max(LINE_PX, widthOf(text) + 8));
  const pen = penOf(widthPx, LINE_PX);
  pen.beginPath();
  pen.roundRect(0, 0, widthPx, LINE_PX, LINE_PX / 2);
  pen.fillStyle = css(palette.trackCasing);
  pen.fill();
  pen.font = font;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = css(palette.track);
  pen.fillText(text, widthPx / 2, LINE_PX / 2 + 0.5);
  return pen;
};

const name = (text: string, palette: MapPalette): CanvasRenderingContext2D => {
  const widthPx = Math.ceil(widthOf(text) + HALO_PX * 4);
  const pen = penOf(widthPx, LINE_PX + HALO_PX * 2);
  pen.font = font;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  pen.lineWidth = HALO_PX * 2;
  pen.strokeStyle = css(palette.textHalo);
  const middle = LINE_PX / 2 + HALO_PX;
  pen.strokeText(text, widthPx / 2, middle);
  pen.fillStyle = css(palette.text);
  pen.fillText(text, widthPx / 2, middle);
  return pen;
};

/** The image that a layer asks for by name: a pattern, an arrow along the track, a kilometre or a place's name. */
export const drawGroundImage = (id: string, palette: MapPalette): ImageData | null => {
  const pen =
    id === 'chequer'
      ? chequer(palette)
      : id === 'hatch'
        ? hatch(palette)
        : id === 'arrow'
          ? arrow(palette)
          : id.startsWith(KILOMETRE)
            ? kilometre(id.slice(KILOMETRE.length), palette)
            : id.startsWith(NAME)
              ? name(id.slice(NAME.length), palette)
              : null;
  return pen === null ? null : pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height);
};

/** Draws every image when the map first needs it, and those it has anew in this palette. */
export const provideGroundImages = (map: MapLibreMap, palette: MapPalette): void => {
  map.setMissingStyleImageResolver((id) => {
    const image = drawGroundImage(id, palette);
    if (image !== null && !map.hasImage(id)) map.addImage(id, image, { pixelRatio: PIXEL_RATIO });
  });
  for (const id of map.listImages()) {
    const image = drawGroundImage(id, palette);
    if (image !== null) map.updateImage(id, image);
  }
};
