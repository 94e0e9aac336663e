import type { Map as MapLibreMap } from 'maplibre-gl';
import { css } from './car-atlas.js';
import type { MapPalette } from './types.js';

const SIZE_PX = 16;

const drawn = (draw: (pen: CanvasRenderingContext2D) => void, size = SIZE_PX): ImageData => {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser gives no 2D canvas.');
  draw(pen);
  return pen.getImageData(0, 0, size, size);
};

/** Images that the route is drawn with: a chequer, a hatch and an arrow along the track. Drawn anew for each palette. */
export const providePatterns = (map: MapLibreMap, palette: MapPalette): void => {
  const images = {
    chequer: drawn((pen) => {
      pen.fillStyle = css(palette.white);
      pen.fillRect(0, 0, SIZE_PX, SIZE_PX);
      pen.fillStyle = css(palette.black);
      pen.fillRect(0, 0, SIZE_PX / 2, SIZE_PX / 2);
      pen.fillRect(SIZE_PX / 2, SIZE_PX / 2, SIZE_PX / 2, SIZE_PX / 2);
    }),
    hatch: drawn((pen) => {
      pen.strokeStyle = css(palette.boxes);
      pen.lineWidth = 2;
      for (const offset of [-SIZE_PX, -SIZE_PX / 2, 0, SIZE_PX / 2, SIZE_PX]) {
        pen.beginPath();
        pen.moveTo(offset, SIZE_PX);
        pen.lineTo(offset + SIZE_PX, 0);
        pen.stroke();
      }
    }),
    arrow: drawn((pen) => {
      pen.strokeStyle = css(palette.trackCasing);
      pen.lineWidth = 4;
      pen.lineCap = 'round';
      pen.lineJoin = 'round';
      pen.beginPath();
      pen.moveTo(10, 8);
      pen.lineTo(20, 16);
      pen.lineTo(10, 24);
      pen.stroke();
    }, 32),
  };
  for (const [name, image] of Object.entries(images)) {
    if (map.hasImage(name)) map.updateImage(name, image);
    else map.addImage(name, image, { pixelRatio: 2 });
  }
};
