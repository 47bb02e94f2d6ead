"""Conversion of units for an examinee."""

from inspect_ai.tool import Tool, ToolError, tool

from solvers.tools.units import ConversionRefused, Substance, convert


@tool
def convert_units() -> Tool:
    """A converter for units."""

    async def execute(
        value: float, from_unit: str, to_unit: str, substance: Substance | None = None
    ) -> str:
        """Convert a value from one unit to another.

        Args:
            value: The value.
            from_unit: Its unit, for example "mg/dL", "lb", "inch", "degF", "mmHg" or "kg/m^2".
            to_unit: The unit asked for, for example "umol/L", "kg", "cm", "degC" or "kPa".
            substance: The substance, where mass, moles and equivalents (mEq) are converted into
                each other.
        """
        try:
            return f"{convert(value, from_unit, to_unit, substance):.10g} {to_unit.strip()}"
        except ConversionRefused as error:
            raise ToolError(f"This cannot be converted: {error}.") from error

    return execute
