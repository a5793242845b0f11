'use client';

export { Menu } from './menu.jsx';
