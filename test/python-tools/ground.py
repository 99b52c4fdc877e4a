"""A module of MAVProxy for its tests: ground of one height and a click on the map, where the map itself is not installed."""

import sys
from types import ModuleType

from MAVProxy.modules.lib import mp_module

# The camera module imports it for projections on the map only.
sys.modules.setdefault("cv2", ModuleType("cv2"))


class Ground(mp_module.MPModule):
    """Stands for the terrain module."""

    def __init__(self, mpstate):
        super().__init__(mpstate, "terrain", "ground of one height", public=True)
        self.elevation = 0.0
        self.ElevationModel = self
        self.add_command("click", self.cmd_click, "a click on the map: LAT LON ELEVATION")

    def GetElevation(self, _latitude, _longitude):
        return self.elevation

    def cmd_click(self, args):
        latitude, longitude, self.elevation = (float(each) for each in args)
        self.mpstate.click_location = (latitude, longitude)
        print("clicked")


def init(mpstate):
    return Ground(mpstate)
